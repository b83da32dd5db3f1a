#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "frontend/preprocess/code_lines.h"
#include "frontend/test_file.h"
#include "show_code.h"

namespace preprocess_test {

// Kernels with directives that need a preprocessor: what it makes of them, and the places of what it made.

namespace {

using namespace hrfcheck;
using test::CodeText;

std::shared_ptr<const Program> readKernel(const std::string& text, const std::string& file = "k.cl",
                                          const LaunchOptions& options = {}) {
  return parseLitmus(withLaunch(std::make_shared<Source>(file, text), options), "");
}

std::string wrong(const std::string& text, const std::string& file = "k.cl") {
  try {
    readKernel(text, file);
  } catch (const UserError& error) {
    std::string result;
    for (const Diagnostic& d : error.diagnostics()) {
      const LineColumn at = d.place.known() ? d.place.position() : LineColumn{0, 0};
      result += fmt::format("{}:{}: {}\n", at.line, at.column, d.message);
    }
    return result;
  }
  return "";
}

/// Where each instruction of thread 0 stands, and what of the text it shows.
std::string placesOf(const Program& program) {
  std::string result;
  for (const Instruction& i : program.threads[0].instructions) {
    const LineColumn at = i.place.position();
    result += fmt::format("{}:{} {}\n", at.line, at.column, i.text);
  }
  return result;
}

TEST_CASE("files that need a preprocessor are known by their directives") {
  using frontend::needsPreprocessor;
  CHECK(!needsPreprocessor("#define N 3\n#define M 0x10u\n# define K (N + 1) // so\n#include <a>\n"));
  CHECK(!needsPreprocessor("#pragma unroll\n#define MINUS -1\n"));
  CHECK(needsPreprocessor("#define N 1 + 2\n"));
  CHECK(needsPreprocessor("#define GLOBAL global\n"));
  CHECK(needsPreprocessor("#define F(x) x\n"));
  CHECK(needsPreprocessor("#define N \\\n 3\n"));
  CHECK(needsPreprocessor("#define FLAG\n"));
  CHECK(needsPreprocessor("  # ifdef N\n#endif\n"));
  CHECK(!needsPreprocessor("int x; // #ifdef\n"));
}

TEST_CASE("macros: what they make has the place where they are used") {
  const auto program = readKernel(
      "#define STORE(p, v) atomic_store_explicit(p, v, memory_order_release, memory_scope_device)\n"
      "#define BOTH(p) { *p = 1; *q = 2; }\n"
      "kernel void k(global int* x, global int* q, global atomic_int* f) {\n"
      "  *x = 1; STORE(f, 2); *q = 3;\n"
      "  BOTH(x); STORE(f,\n"
      "    4);\n"
      "}\n//# launch 1x1\n");
  CHECK(CodeText(*program, 0).all() ==
        "st [&x], 1\nst.rel.dev [&f], 2\nst [&q], 3\nst [&x], 1\nst [&q], 2\nst.rel.dev [&f], 4\n");
  CHECK(placesOf(*program) ==
        "4:3 *x = 1\n4:11 STORE(f, 2)\n4:24 *q = 3\n5:3 BOTH(x)\n5:3 BOTH(x)\n"
        "5:12 STORE(f, 4)\n");
}

TEST_CASE("conditions: by the file's macros, the dialect's, and definitions beside the code") {
  const std::string text =
      "#define SIZE 4\n#if N > 1 && defined(__OPENCL_VERSION__)\n#define VALUE 2\n#else\n#define VALUE 1\n#endif\n"
      "kernel void k(global int* x) { x[VALUE] = N; }\n//# launch 1x1\n//# init x[SIZE]\n";
  CHECK(CodeText(*readKernel("#define N 1\n" + text), 0).all() == "st [&x[1]], 1\n");
  LaunchOptions options;
  options.definitions = {"N=4"};
  CHECK(CodeText(*readKernel("#define N 1\n" + text, "k.cl", options), 0).all() == "st [&x[2]], 4\n");
  const std::string which =
      "#ifdef __CUDA_ARCH__\n#define V 1\n#elif defined(__HIP__)\n#define V 2\n#endif\n"
      "__global__ void k(int* x) { *x = V; }\n//# launch 1x1\n";
  CHECK(CodeText(*readKernel(which, "k.cu"), 0).all() == "st [&x], 1\n");
  CHECK(CodeText(*readKernel(which, "k.hip"), 0).all() == "st [&x], 2\n");
}

TEST_CASE("macros of CUDA C++ may be qualified names") {
  const auto program = readKernel(
      "#include <cuda/atomic>\n#define ACQ cuda::memory_order_acquire\n#define ATOMIC(T) cuda::atomic<T, SCOPE>\n"
      "#define SCOPE cuda::thread_scope_device\n"
      "__global__ void k(ATOMIC(int)* a, int* x) { *x = a->load(ACQ); }\n//# launch 1x1\n",
      "k.cu");
  CHECK(CodeText(*program, 0).all() == "ld.acq.device #1, [&a]\nst [&x], #1\n");
}

TEST_CASE("mistakes in a file behind the preprocessor keep their places") {
  const std::string ifdef = "#ifdef A\n#endif\n";
  CHECK(wrong(ifdef + "kernel void k(global int* x) {\n  *x = 1; *z = 2;\n}\n//# launch 1x1\n") ==
        "4:12: unknown name 'z'\n");
  CHECK(
      wrong(
          "#define ONE(p) *p = one\nkernel void k(global int* x) {\n  *x = 1; ONE(x);\n}\n//# launch 1x1\n") ==
      "3:11: unknown name 'one'\n");
  CHECK(wrong("kernel void k(global int* x) { }\n#ifdef N\n//# launch 1x1\n") ==
        "2:1: unterminated #ifdef\n");
  CHECK(wrong("#if 1\n#error no\n#endif\nkernel void k() { }\n//# launch 1x1\n") == "2:2: #error no\n");
  CHECK(wrong(ifdef + "kernel void k(global int* x) { *x = `1; }\n//# launch 1x1\n") ==
        "3:1: unexpected character '`'\n");
}

TEST_CASE("nothing is included: an include that a condition leaves is an error") {
  const std::string kernel = "kernel void k(global int* x) { *x = 1; }\n//# launch 1x1\n";
  CHECK(wrong("#ifdef HOST\n#include \"host.h\"\n#endif\n" + kernel).empty());
  CHECK(wrong("#ifndef HOST\n#include \"device.h\"\n#include <math.h>\n#endif\n" + kernel) ==
        "2:1: no file is read for '#include'\n");
}

TEST_CASE("the preprocessor opens no file, however the text says it") {
  // Nobody writes to the pipe: who opens it would wait for ever.
  const std::string pipe =
      (std::filesystem::temp_directory_path() / fmt::format("hrfcheck-preprocess-{}", ::getpid())).string();
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  const std::string kernel = "kernel void k(global int* x) { *x = 1; }\n//# launch 1x1\n";
  const std::string digraph = "#if 1\n%:include \"{}\"\n#endif\n";
  const std::string continued = "#if 1\n#in\\\nclude \"{}\"\n#endif\n";
  const std::string made = "#define NAME \"{}\"\n#define F(x) x\n#in\\\nclude NAME\n";
  const std::string next = "#if 1\n%:include_next \"{}\"\n#endif\n";
  const std::string dependency = "#if 1\n_Pragma(\"GCC dependency \\\"{}\\\"\")\n#endif\n";
  const std::string commented = "#if 1\n/* */ # /* */ include \"{}\"\n#endif\n";
  for (const std::string& text : {digraph, continued, made, next, dependency, commented}) {
    // What is there and what is not are answered alike.
    const auto answer = [&](const std::string& file) {
      return wrong(fmt::format(fmt::runtime(text), file) + kernel);
    };
    const std::string there = answer(pipe);
    CHECK(there == answer("/no/such/file"));
    CHECK(there.find(pipe) == std::string::npos);
  }
  // The lines that an error shows are not read from there, either.
  CHECK(wrong(fmt::format("#if 1\n%:line 7 \"{}\"\n#error no\n#endif\n", pipe) + kernel) != "");
  std::filesystem::remove(pipe);
}

TEST_CASE("__has_include says no where nothing may be included, whoever asks") {
  const std::string kernel = "kernel void k(global int* x) { *x = N; }\n//# launch 1x1\n";
  for (const std::string asked : {"__has_include(\"/etc/passwd\")", "__has_include(<stdio.h>)",
                                  "P(__has_, include)(\"/etc/passwd\")", "defined __has_include && 0"}) {
    CHECK(wrong("#define P(a, b) a##b\n#if " + asked + "\n#define N nothing\n#else\n#define N 1\n#endif\n" +
                kernel) == "");
  }
}

TEST_CASE("a preprocessor that prints too much is stopped") {
  std::string text = "#define A0 x x x x x x x x\n";
  for (int i = 1; i < 12; ++i) {
    text += fmt::format("#define A{} A{} A{} A{} A{} A{} A{} A{} A{}\n", i, i - 1, i - 1, i - 1, i - 1, i - 1,
                        i - 1, i - 1, i - 1);
  }
  CHECK(
      wrong(text + "kernel void k(global int* x) { A11; }\n//# launch 1x1\n").find("cc1 prints more than") !=
      std::string::npos);
}

TEST_CASE("two barriers of one macro are two barriers") {
  const std::string text =
      "#define WAIT(c) if (c) barrier(CLK_LOCAL_MEM_FENCE); else barrier(CLK_LOCAL_MEM_FENCE)\n"
      "kernel void k(global int* x) { WAIT(get_local_id(0) == 0); *x = 1; }\n//# launch 1x2\n";
  const auto program = readKernel(text);
  CHECK(CodeText(*program, 0).all() != CodeText(*program, 1).all());
}

}  // namespace

}  // namespace preprocess_test
