#include <doctest/doctest.h>

#include "frontend/test_file.h"
#include "program/expr/arithmetic.h"
#include "show_code.h"

namespace kernel_reading_test {

// What of a kernel's file is read, and as what: which lines are for hrfcheck, which code a kernel reaches,
// what a pointer that is cast points to, and what shifts of the languages define.

namespace {

using namespace hrfcheck;

std::shared_ptr<const Program> read(const std::string& text, const std::string& file = "k.cu",
                                    const LaunchOptions& options = {}) {
  return parseLitmus(withLaunch(std::make_shared<Source>(file, text), options), "");
}

std::string messages(const std::vector<Diagnostic>& all) {
  std::string result;
  for (const Diagnostic& d : all) {
    result += d.message + "\n";
  }
  return result;
}

/// What is wrong; nothing where it is read.
std::string mistakes(const std::string& text, const std::string& file = "k.cu",
                     const LaunchOptions& options = {}) {
  try {
    read(text, file, options);
  } catch (const UserError& error) {
    return messages(error.diagnostics());
  }
  return "";
}

/// The cells that the one thread stores to, in order; "?" where it is no cell.
std::string storesOf(const Program& program) {
  std::string result;
  for (const Instruction& instruction : program.threads[0].instructions) {
    if (const auto* store = std::get_if<StoreOp>(&instruction.operation)) {
      const auto address = evaluate(*store->address, [](RegisterId) { return Value{0}; });
      const auto location = address ? program.locationAt(*address) : std::nullopt;
      result += (result.empty() ? "" : " ") + (location ? program.locations[*location].name : "?");
    }
  }
  return result;
}

std::string stored(const std::string& body, const std::string& file = "k.cu") {
  const std::string text =
      file.ends_with(".cl") ? "kernel void k(global int* a, global int* b, global int4* v, global uint* u) {"
                            : "__global__ void k(int* a, int* b, int4* v, unsigned* u) {";
  return storesOf(*read(text + body + "}\n//# launch 1x1\n//# init a[8]; b[2]; v[2]; u[4]\n", file));
}

/// What a thread assigns to `r` where the body computes with numbers only; "undefined" where it has no value.
std::string computed(const std::string& expression, const std::string& file) {
  const std::string head =
      file.ends_with(".cl") ? "kernel void k(global int* x, int n) {" : "__global__ void k(int* x, int n) {";
  const auto program = read(head + "*x = " + expression + ";}\n//# launch 1x1\n//# init x; n = -1\n", file);
  for (const Instruction& instruction : program->threads[0].instructions) {
    if (const auto* store = std::get_if<StoreOp>(&instruction.operation)) {
      const auto value = evaluate(*store->value, [](RegisterId) { return Value{0}; });
      return value ? std::to_string(*value) : "undefined";
    }
  }
  return "";
}

TEST_CASE("a pointer to a vector is one to as many integers side by side") {
  CHECK(stored("*(int2*)a = make_int2(1, 2);") == "a[0] a[1]");
  CHECK(stored("reinterpret_cast<int2*>(a + 2)[1].y = 1; reinterpret_cast<int2*>(a + 2)->x = 2;") ==
        "a[5] a[2]");
  CHECK(stored("int* p = (int*)v; p[0] = 1; p[7] = 2; *(p + 4) = 3;") == "v[0].x v[1].w v[1].x");
  CHECK(stored("((int2*)v)[3] = make_int2(1, 2);") == "v[1].z v[1].w");
  CHECK(stored("*(uint4*)a = *(uint4*)u;") == "a[0] a[1] a[2] a[3]");
  CHECK(stored("((global int3*)a)[1].z = 1;", "k.cl") == "a[6]");
  CHECK(stored("((int3*)a)[1].z = 1;") == "a[5]");
  CHECK(stored("void* p = a; static_cast<int4*>(p)[1].x = 1;") == "a[4]");
  CHECK(stored("*(int2*)a = make_int2(1, 2);", "k.hip") == "a[0] a[1]");
}

TEST_CASE("a struct that points to itself is one behind its pointer, too") {
  CHECK(mistakes("struct Node { int value; Node* next; };\n"
                 "__global__ void k(Node* n, int* x) { Node* p = n->next; *x = p->next->value; }\n"
                 "//# launch 1x1\n//# init n[2]; n[0].next = &n[1]; x\n") == "");
  CHECK(mistakes("struct Node { int value; Node* next; };\n"
                 "__global__ void k(Node* n, int* x) { *x = ((int2*)n->next)->y; }\n"
                 "//# launch 1x1\n//# init n[2]; x\n") ==
        "a pointer to struct 'Node' cannot be used as one to int: an access is to a whole variable\n");
}

TEST_CASE("casts never reach another object") {
  CHECK(stored("((int4*)a)[2].x = 1;") == "?");
  CHECK(stored("((int*)v)[8] = 1; ((int2*)(b + 2))->x = 1;") == "? ?");
  CHECK(stored("((int2*)a)[-1].y = 1;") == "?");
}

TEST_CASE("vectors lie at multiples of their size") {
  const auto aligned = [](const std::string& body) {
    const auto program =
        read("__global__ void k(int* a, int n) {" + body + "}\n//# launch 1x1\n//# init a[8]; n = 2\n");
    return std::ranges::none_of(program->threads[0].instructions, [](const Instruction& instruction) {
      const auto* assign = std::get_if<AssignOp>(&instruction.operation);
      return assign != nullptr && !evaluate(*assign->value, [](RegisterId) { return Value{0}; });
    });
  };
  CHECK(aligned("*(int2*)(a + 2) = make_int2(1, 2);"));
  CHECK(!aligned("*(int2*)(a + 1) = make_int2(1, 2);"));
  CHECK(!aligned("*(int4*)((int2*)a + 1) = make_int4(1, 2, 3, 4);"));
  CHECK(aligned("*(int3*)(a + 1) = make_int3(1, 2, 3);"));
  CHECK(aligned("((int2*)a)[n] = make_int2(1, 2);"));
}

TEST_CASE("shifts to the left") {
  CHECK(computed("1 << 31", "k.cu") == "-2147483648");
  CHECK(computed("3 << 30", "k.cu") == "-1073741824");
  CHECK(computed("3 << 31", "k.cu") == "undefined");
  CHECK(computed("n << 1", "k.cu") == "undefined");
  CHECK(computed("1 << 32", "k.hip") == "undefined");
  CHECK(computed("1 << n", "k.hip") == "undefined");
  CHECK(computed("(1LL << 63) < 0", "k.hip") == "1");
  CHECK(computed("1u << 31 >> 31", "k.cu") == "1");
  CHECK(computed("1 << 33", "k.cl") == "2");
  CHECK(computed("n << 1", "k.cl") == "-2");
  CHECK(computed("3 << 31", "k.cl") == "-2147483648");
}

TEST_CASE("lines for hrfcheck have a blank and a word that it knows") {
  const std::string kernel =
      "__global__ void k(int* x) { *x = N; }\n//# launch 1x1\n//# init x\n#define N 2\n";
  CHECK(read(kernel + "//#define N 8\n//#\n//## launch 2x2\n")->warnings.empty());
  CHECK(messages(read(kernel + "//# of two elements\n")->warnings) ==
        "a comment: '//# of' is ignored by hrfcheck\n");
  CHECK(messages(read(kernel + "//#model rsp\n")->warnings) ==
        "a comment: '//#model' without a space is ignored by hrfcheck\n");
  CHECK(mistakes(kernel + "//# modle rsp\n") == "'//# modle' is not understood\n");
}

TEST_CASE("code that a kernel does not reach is not read") {
  const std::string k =
      "__global__ void k(int* x) { int lane = 1; *x = lane; }\n//# launch 1x1\n//# init x\n";
  for (const char* other :
       {"__device__ int lane() { asm(\"x\"); return 1.5f; }\n", "class A { virtual void f(); };\n",
        "template <typename T = float> __device__ T half(T x) { return x * 0.5; }\n",
        "namespace a { namespace b { __device__ float f(float x) { return 'a' * 1e-3 * x; } } }\n",
        "static const double kPi = 3.14;\n", "__global__ void l(float* y) { *y = 1.0f; }\n//# kernel k\n",
        "extern \"C\" { __device__ float g(float); }\n"}) {
    CAPTURE(other);
    CHECK(mistakes(other + k) == "");
  }
  CHECK(
      mistakes(
          "int main() { float a = 1.0f; char c = '\\n'; printf(\"\\\"%f\", a); try { } catch (...) { } }\n" +
          k) == "");
  CHECK(mistakes("float f(float x) { return x; }\nkernel void k(global int* x) { *x = 1; }\n"
                 "//# launch 1x1\n//# init x\n",
                 "k.cl") == "");
  CHECK(mistakes("__device__ int f() { return 1.5; }\n"
                 "__global__ void k(int* x) { *x = f(); }\n//# launch 1x1\n//# init x\n") ==
        "fractions are not supported: values are integers\n");
}

TEST_CASE("what lines of the test name is read") {
  const auto program = read(
      "__device__ int g;\n__device__ int h;\n__global__ void k(int* x) { *x = 'b' - 'a'; }\n"
      "//# launch 1x1\n//# init x; g = 3\n");
  CHECK(program->locations.size() == 2);
  CHECK(mistakes("__global__ void k(int* x) { *x = 1; }\n//# launch 1x1\n//# init x\n//# exists (g = 1)\n"
                 "__device__ int g;\n") == "");
}

TEST_CASE("names are defined as any text") {
  LaunchOptions options;
  options.definitions = {"T=unsigned int", "VALUE=(T)(-1)"};
  const std::string kernel = "kernel void k(global T* x) { *x = VALUE; }\n//# launch 1x1\n//# init x\n";
  CHECK(storesOf(*read(kernel, "k.cl", options)) == "x");
  options.definitions = {"T=4"};
  CHECK(mistakes(kernel, "k.cl", options) != "");
  options.definitions = {"T(x)=x"};
  CHECK(mistakes(kernel, "k.cl", options).find("a macro with parameters cannot be defined here") !=
        std::string::npos);
}

TEST_CASE("a variable that may be read before it is written is named") {
  const auto warned = [](const std::string& body) {
    return messages(
        read("__global__ void k(int* x, int* y) {" + body + "}\n//# launch 1x1\n//# init x; y\n")->warnings);
  };
  CHECK(warned("int v; if (*y) v = 1; *x = v;") == "'v' may be read before it is written: it holds 0 then\n");
  CHECK(warned("int v; do { v = *y; } while (v != 0); *x = v;") == "");
  CHECK(warned("int v; if (*y) v = 1; else v = 2; *x = v;") == "");
}

}  // namespace

}  // namespace kernel_reading_test
