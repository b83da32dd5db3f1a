#include <doctest/doctest.h>
#include <fmt/ranges.h>

#include "frontend/c/launch/launched.h"
#include "frontend/shared/initial_state.h"
#include "frontend/test_file.h"
#include "show_code.h"

// Launches: the size of one, the threads that result from it, what they are told, and how a file and a
// command line say it.

namespace {

using namespace hrfcheck;
namespace c = hrfcheck::frontend::c;
using frontend::Grid;
using test::CodeText;

std::shared_ptr<const Program> launchedText(const std::string& text, const LaunchOptions& options = {},
                                            const std::string& name = "") {
  return parseLitmus(withLaunch(std::make_shared<Source>("queue.cl", text), options), name);
}

/// The messages of what is wrong, with their places.
std::string wrongKernel(const std::string& text, const LaunchOptions& options = {},
                        const std::string& name = "") {
  try {
    launchedText(text, options, name);
  } catch (const UserError& error) {
    std::string result;
    for (const Diagnostic& d : error.diagnostics()) {
      result += (d.place.known() ? d.place.shown() + ": " : "") + d.message + "\n";
    }
    return result;
  }
  return "";
}

std::string codeOfThread(const Program& program, ThreadId thread) {
  return CodeText(program, thread).all();
}

std::string locationsIn(const Program& program) {
  std::string text;
  for (const MemoryLocation& location : program.locations) {
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", location.name, location.initial);
  }
  return text;
}

std::optional<Grid> gridFrom(const std::string& text) {
  const auto source = std::make_shared<Source>("launch", text);
  Diagnostics diagnostics;
  return frontend::readGrid(source, {0, static_cast<std::uint32_t>(text.size())}, diagnostics);
}

TEST_CASE("the size of a launch") {
  CHECK(gridFrom("2x4")->groups == Grid::Size{2, 1, 1});
  CHECK(gridFrom("2x4")->items == Grid::Size{4, 1, 1});
  CHECK(gridFrom("2x4")->dimensions == 1);
  CHECK(gridFrom("2,1x4")->dimensions == 2);
  CHECK(gridFrom("2, 3 x 4,1,2")->groups == Grid::Size{2, 3, 1});
  CHECK(gridFrom("2, 3 x 4,1,2")->items == Grid::Size{4, 1, 2});
  CHECK(gridFrom("2, 3 x 4,1,2")->dimensions == 3);
  CHECK(gridFrom("1x1")->threadCount() == 1);
  CHECK(gridFrom("128x128")->threadCount() == frontend::kMaxThreads);
  for (const char* bad :
       {"", "2", "x", "2x", "x2", "2x2x2", "-1x2", "2x1,1,1,1", "2.5x1", "0x1", "1x0", "1x2,0", "16385x1",
        "1x16385", "128x129", "1000000x1000000", "99999999999999999999x1", "0x10"}) {
    CAPTURE(bad);
    CHECK_FALSE(gridFrom(bad));
  }
}

TEST_CASE("ids in all dimensions") {
  c::Launched launched;
  launched.grid = *gridFrom("2,3x4,2,2");
  launched.grid.subGroup = 5;
  const ThreadId thread = 4 * 16 + 13;  // group 4 is (0,2), item 13 is (1,1,1)
  const auto id = [&](c::IdKind kind, Value dimension = 0) { return launched.idOf(thread, kind, dimension); };
  CHECK(coordinatesText(launched.grid.coordinatesOf(thread)) == "group (0,2,0), item (1,1,1)");
  CHECK(id(c::IdKind::GroupId, 0) == 0);
  CHECK(id(c::IdKind::GroupId, 1) == 2);
  CHECK(id(c::IdKind::LocalId, 0) == 1);
  CHECK(id(c::IdKind::LocalId, 2) == 1);
  CHECK(id(c::IdKind::LocalId, 3) == 0);
  CHECK(id(c::IdKind::GlobalId, 0) == 1);
  CHECK(id(c::IdKind::GlobalId, 1) == 5);
  CHECK(id(c::IdKind::GlobalId, 2) == 1);
  CHECK(id(c::IdKind::GlobalSize, 0) == 8);
  CHECK(id(c::IdKind::GlobalSize, 1) == 6);
  CHECK(id(c::IdKind::GlobalSize, 7) == 1);
  CHECK(id(c::IdKind::LocalSize, 1) == 2);
  CHECK(id(c::IdKind::NumGroups, 1) == 3);
  CHECK(id(c::IdKind::NumGroups, 2) == 1);
  CHECK(id(c::IdKind::WorkDim) == 3);
  CHECK(id(c::IdKind::GlobalOffset) == 0);
  CHECK(id(c::IdKind::LocalLinearId) == 13);
  CHECK(id(c::IdKind::GlobalLinearId) == (1 * 6 + 5) * 8 + 1);
  CHECK(id(c::IdKind::SubGroupId) == 2);
  CHECK(id(c::IdKind::SubGroupLocalId) == 3);
  CHECK(id(c::IdKind::SubGroupSize) == 5);
  CHECK(launched.idOf(15, c::IdKind::SubGroupSize, 0) == 1);
  CHECK(id(c::IdKind::NumSubGroups) == 4);
  CHECK(id(c::IdKind::MaxSubGroupSize) == 5);
}

TEST_CASE("threads, scopes and coordinates") {
  const auto program = launchedText(
      "kernel void f(global int* x) { x[0] = get_local_id(0); }\n//# launch 2x2\n//# sub-group 2");
  REQUIRE(program->threads.size() == 4);
  CHECK(program->launched());
  CHECK(program->threadTitle(3) == "P3 (group 1, item 1)");
  CHECK(program->instructionTitle(3, 0) == "P3:0 (group 1, item 1)");
  const ScopeTree& tree = program->scopes;
  CHECK(tree.instanceOf(0, 2) == tree.instanceOf(1, 2));
  CHECK(tree.instanceOf(1, 2) != tree.instanceOf(2, 2));
  CHECK(tree.instanceOf(0, 1) == tree.instanceOf(1, 1));
  CHECK(program->name == "queue");
  CHECK(codeOfThread(*program, 3) == "st [&x], 1\n");
  CHECK(program->lineText(program->threads[0].instructions[0].place) == "queue.cl:1");
}

TEST_CASE("conditions on ids fold") {
  const auto program = launchedText(
      "kernel void f(global int* x) { if (get_group_id(0) == 0 && get_local_size(0) > 1) *x = 1; else *x = 2; }"
      "\n//# launch 2x2");
  CHECK(codeOfThread(*program, 0) == "st [&x], 1\n");
  CHECK(codeOfThread(*program, 2) == "st [&x], 2\n");
  CHECK(codeOfThread(*program, 2) == codeOfThread(*program, 3));
}

TEST_CASE("a variable that is an id is a constant, which conditions may name") {
  const auto program = launchedText(
      "kernel void f(global int* x) { int lid = get_local_id(0); int n = 1; n += lid; if (lid == 0) *x = n; }\n"
      "//# launch 1x2\n//# exists (1:lid = 1)");
  CHECK(codeOfThread(*program, 0) == "lid := 0\nn := 1\nst [&x], n\n");
  CHECK(codeOfThread(*program, 1) == "lid := 1\nn := 1\nn := (n + 1)\n");
  CHECK(program->warnings.empty());
}

TEST_CASE("code that a thread never gets to is left out") {
  const auto program = launchedText(
      "int g(global int* x) { while (*x == 0) { } return 1; }\n"
      "kernel void f(global int* x) {\n"
      "  if (get_local_id(0) == 0 && g(x)) *x = 1;\n"
      "  if (get_local_id(0) == 1) return;\n"
      "  for (int i = 0; i < 2; i++) { if (i == 1) continue; *x = i; }\n"
      "  if (get_local_id(0) == 0) goto end;\n  *x = 7;\nend: *x = 8; }\n//# launch 1x3");
  CHECK(codeOfThread(*program, 1) == "goto 2\nst [&x], 8\n");  // a label may be gone to from anywhere
  CHECK(
      codeOfThread(*program, 2) ==
      "i := 0\nif (i >= 2) goto 6\nif (i == 1) goto 4\nst [&x], i\ni := (i + 1)\ngoto 1\nst [&x], 7\nst [&x], 8\n");
}

TEST_CASE("parameters become locations and values") {
  const auto program = launchedText(
      "kernel void f(global int* x, global int* a, int n, uint m, global int b[2]) {\n"
      "  m = m + 1; a[n] = m; b[1] = *x; }\n//# launch 1x1\n//# init a[3] = {7, 8}; n = 2; m = 5");
  CHECK(locationsIn(*program) == "a[0]=7 a[1]=8 a[2]=0 b[0]=0 b[1]=0 x=0");
  CHECK(codeOfThread(*program, 0) ==
        "m := (m + 1)\nst [&a[2]], convert s32 m\nld #1, [&x]\nst [&b[1]], #1\n");
  CHECK(program->threads[0].initialRegisters[0] == 5);
}

TEST_CASE("a pointer is given an address") {
  const auto program = launchedText(
      "kernel void f(global int* p, global int* x) { *p = 1; *x = 2; }\n//# launch 2x1\n//# init p = x");
  CHECK(locationsIn(*program) == "x=0");
  CHECK(codeOfThread(*program, 1) == "st [p], 1\nst [&x], 2\n");
  CHECK(program->valueText(program->threads[1].initialRegisters[0]) == "&x");
}

TEST_CASE("local memory belongs to a work-group") {
  const std::string text =
      "kernel void f(local int* tmp, global int* out) {\n"
      "  local atomic_int n; local int buffer[2];\n"
      "  tmp[get_local_id(0)] = 1; buffer[1] = tmp[0]; atomic_store(&n, 1); }\n//# init tmp[2] = {5}\n";
  const auto two = launchedText(text + "//# launch 2x2\n//# exists (tmp@g1[1] = 1 /\\ n@g0 = 1)");
  CHECK(locationsIn(*two) ==
        "tmp@g0[0]=5 tmp@g0[1]=0 tmp@g1[0]=5 tmp@g1[1]=0 n@g0=0 n@g1=0 buffer@g0[0]=0 buffer@g0[1]=0 "
        "buffer@g1[0]=0 buffer@g1[1]=0 out=0");
  CHECK(codeOfThread(*two, 3) ==
        "st [&tmp@g1[1]], 1\nld #1, [&tmp@g1[0]]\nst [&buffer@g1[1]], #1\nst.sc.dev [&n@g1], 1\n");
  CHECK(two->locations[0].space == AddressSpace::Local);
  CHECK(two->locations[4].atomicType);
  CHECK(two->conditionText == "([tmp@g1[1]]=1 /\\ [n@g0]=1)");
  CHECK(two->warnings.empty());
  CHECK(locationsIn(*launchedText(text + "//# launch 1x2")) ==
        "tmp[0]=5 tmp[1]=0 n=0 buffer[0]=0 buffer[1]=0 out=0");
}

TEST_CASE("structs of the kernel, their number from the initial state") {
  const auto program = launchedText(
      "struct Node { int value; atomic_int next; };\n"
      "kernel void f(global struct Node* nodes, local struct Node* own) {\n"
      "  nodes[get_group_id(0)].value = 1; own->value = 2; }\n"
      "//# launch 2x1\n//# init nodes[2]; nodes[1].value = 5\n//# exists (own@g1.value = 2)");
  CHECK(program->locations.size() == 8);
  CHECK(codeOfThread(*program, 1) == "st [&nodes[1].value], 1\nst [&own@g1.value], 2\n");
}

TEST_CASE("a barrier is a statement") {
  const auto program = launchedText(
      "void meet() { barrier(CLK_LOCAL_MEM_FENCE); }\n"
      "kernel void f(global int* x) {\n"
      "  barrier(CLK_GLOBAL_MEM_FENCE); if (get_local_id(0)) meet(); else meet(); barrier(0);\n"
      "  for (int i = 0; i < 2; i++) barrier(0); B: barrier(0); }\n//# launch 1x2");
  const auto idsOf = [&](ThreadId t) {
    std::string ids;
    for (const Instruction& instruction : program->threads[t].instructions) {
      if (const auto* barrier = std::get_if<BarrierOp>(&instruction.operation)) {
        ids += std::to_string(barrier->id.value) + " ";
      }
    }
    return ids;
  };
  CHECK(idsOf(0) == "2 4 5 6 1 ");
  CHECK(idsOf(1) == "2 3 5 6 1 ");
}

TEST_CASE("several tests in a file") {
  const std::string text =
      "kernel void f(global int* x) { *x = 1; }\nkernel void g(global int* x) { *x = 2; }\n"
      "//# launch 2x1\n//# forall (x = 1)\n//# model rsp\n"
      "//# test one\n//# kernel f\n//# test two\n//# kernel g\n//# launch 3x1\n//# ~exists (x = 1)\n";
  CHECK(testsIn(std::make_shared<Source>("queue.cl", text)) == std::vector<std::string>{"one", "two"});
  const auto one = launchedText(text, {}, "one");
  CHECK(one->name == "one");
  CHECK(one->threads.size() == 2);
  CHECK(one->quantifier == Quantifier::Forall);
  CHECK(one->models == std::vector<std::string>{"rsp"});
  const auto two = launchedText(text, {}, "two");
  CHECK(two->threads.size() == 3);
  CHECK(two->quantifier == Quantifier::NotExists);
  CHECK(wrongKernel(text) == "queue.cl has 2 tests: one, two\n");
  CHECK(wrongKernel(text, {}, "tow") == "queue.cl has no test 'tow'\n");
}

TEST_CASE("the command line counts more than the file") {
  const std::string text =
      "#define N 2\nkernel void f(global int* a, int n) { a[N - 1] = n; }\nkernel void g() { }\n"
      "//# launch 1x1\n//# kernel f\n//# init a[N]; n = 3\n//# forall (a[1] = 3)\n";
  CHECK(locationsIn(*launchedText(text)) == "a[0]=0 a[1]=0");
  LaunchOptions options;
  options.launch = "1x2";
  options.init = "n = N";
  options.definitions = {"N=4"};
  options.exists = "a[3] = 4";
  const auto program = launchedText(text, options);
  CHECK(program->threads.size() == 2);
  CHECK(locationsIn(*program) == "a[0]=0 a[1]=0 a[2]=0 a[3]=0");
  CHECK(codeOfThread(*program, 0) == "st [&a[3]], 4\n");
  CHECK(program->quantifier == Quantifier::Exists);
  options.kernel = "g";
  options.init = "";
  CHECK(wrongKernel(text, options) ==
        "queue.cl:6:10: kernel 'g' has no parameter 'a'\nqueue.cl:6:16: kernel 'g' has no parameter 'n'\n"
        "");
}

TEST_CASE("a launch in a litmus test") {
  const auto program = test::parse(
      "OPENCL launched\n{ n=3; a[2]; }\nlaunch 2x1 sub-group 1\n"
      "kernel void f(global int* a, int n) { a[get_group_id(0)] = n; }\nforall (a[0]=3 /\\ a[1]=3)");
  CHECK(program->threads.size() == 2);
  CHECK(program->name == "launched");
  CHECK(codeOfThread(*program, 1) == "st [&a[1]], 3\n");
  CHECK(test::mistakes("OPENCL t\n{ }\nkernel void f(global int* x) { }\nexists (x=1)") ==
        "3:13: kernel 'f' is not launched: it is not specified how many threads execute it\n");
  CHECK(test::mistakes("OPENCL t\n{ }\nlaunch 2x2\nP0 () { }\nexists true") ==
        "3:1: there is no kernel to launch here\n");
  CHECK(test::mistakes("OPENCL t\n{ }\nlaunch 2x2\nkernel void f() { }\nP0 () { }\n") ==
        "5:1: a test has a launch or threads P0, P1, ..., not both\n");
}

TEST_CASE("a condition of the command line for any test") {
  LaunchOptions options;
  options.exists = "x = 3";
  const auto source = std::make_shared<Source>("t.litmus", "HSA t\n{ x; }\nP0 ;\nst x, 1 ;\nforall (x=1)");
  const auto program = parseLitmus(withLaunch(source, options));
  CHECK(program->conditionText == "([x]=3)");
  CHECK(program->quantifier == Quantifier::Exists);
  options.launch = "2x2";
  CHECK_THROWS_AS(parseLitmus(withLaunch(source, options)), UserError);
}

TEST_CASE("mistakes on the command line are shown there") {
  LaunchOptions options;
  options.launch = "2by2";
  CHECK(wrongKernel("kernel void f() { }", options) == "command line: '2by2' is not the size of a launch\n");
  options.launch = "2x2";
  options.exists = "y = 1";
  CHECK(wrongKernel("kernel void f(global int* x) { }", options) ==
        "command line: location 'y' is not declared\n");
}

TEST_CASE("sub-groups without a size are warned about") {
  const auto program =
      launchedText("kernel void f(global int* x) { *x = get_sub_group_id(); }\n//# launch 1x2");
  REQUIRE(program->warnings.size() == 1);
  CHECK(program->warnings[0].message ==
        "it is not specified how many work-items a sub-group has: each is its own sub-group here");
  CHECK(codeOfThread(*program, 1) == "st [&x], 1\n");
}

TEST_CASE("HIP's warps are of 64 or 32 threads: which are taken is said where the kernel speaks of warps") {
  const auto warned = [](const std::string& file, const std::string& body, const std::string& more = "") {
    return test::warningsOf(*parseLitmus(std::make_shared<Source>(
        file, "//# launch 1x2\n" + more + "__global__ void k(int* x) { " + body + " }\n")));
  };
  CHECK(warned("k.hip", "*x = warpSize;") ==
        "it is not specified how many threads a warp has: it is taken to be 64\n");
  CHECK(warned("k.hip", "*x = warpSize;", "//# sub-group 32\n").empty());
  CHECK(warned("k.hip", "*x = 1;").empty());
  CHECK(warned("k.cu", "*x = warpSize;").empty());
}

TEST_CASE("a launch has the sizes that the kernel asks for, or a warning says so") {
  const auto warned = [](const std::string& file, const std::string& kernel, const std::string& launch) {
    return test::warningsOf(
        *parseLitmus(std::make_shared<Source>(file, "#define N 4\n//# launch " + launch + "\n" + kernel)));
  };
  const auto openCl = [&](const std::string& size, const std::string& launch) {
    return warned(
        "k.cl",
        "__attribute__((reqd_work_group_size(" + size + "))) kernel void k(global int* x) { *x = 1; }\n",
        launch);
  };
  CHECK(openCl("4, 1, 1", "1x4").empty());
  CHECK(openCl("N, 1, 1", "1x4").empty());
  CHECK(openCl("2, 2, 1", "1x2,2").empty());
  CHECK(openCl("N * 2, 1, 1", "1x4") ==
        "kernel 'k' asks for work-groups of 8x1x1 work-items, the launch has 4\n");
  CHECK(openCl("2, 2, 1", "1x4") ==
        "kernel 'k' asks for work-groups of 2x2x1 work-items, the launch has 4\n");
  const auto cuda = [&](const std::string& bound, const std::string& launch) {
    return warned("k.cu",
                  "__global__ void other(int* x) { *x = 2; }\n"
                  "__global__ void __launch_bounds__(" +
                      bound + ") k(int* x) { *x = 1; }\n//# kernel k\n",
                  launch);
  };
  CHECK(cuda("4", "1x4").empty());
  CHECK(cuda("N, 2", "1x3").empty());
  CHECK(cuda("2", "1x4") == "kernel 'k' is for blocks of at most 2 threads, the launch has 4\n");
  CHECK(cuda("N, 2", "1x5") == "kernel 'k' is for blocks of at most 4 threads, the launch has 5\n");
}

TEST_CASE("elements of a thread's arrays have no value before they are written, either") {
  const auto warned = [](const std::string& body) {
    return test::warningsOf(*parseLitmus(std::make_shared<Source>(
        "k.cl", "//# launch 1x1\nkernel void k(global int* x) { int i = *x; " + body + " }\n")));
  };
  CHECK(warned("int t[2]; t[0] = 1; *x = t[0] + i;").empty());
  CHECK(warned("int t[2] = {1}; *x = t[1] + i;").empty());
  CHECK(warned("int t[2]; t[0] = 1; *x = t[1] + i;") == "'t' is read but never written: it holds 0\n");
  CHECK(warned("int t[2]; if (i) t[1] = 1; *x = t[1];") ==
        "'t' may be read before it is written: it holds 0 then\n");
  CHECK(warned("int t[2]; for (int j = 0; j < 2; ++j) t[j] = i; *x = t[1];").empty());
}

TEST_CASE("paths of tests") {
  CHECK(testPathOf("a/queue.cl:two").file == "a/queue.cl");
  CHECK(testPathOf("a/queue.cl:two").test == "two");
  CHECK(testPathOf("a:b/queue.cl").file == "a:b/queue.cl");
  CHECK(testPathOf("a/t.litmus:two").test.empty());
  CHECK(pathOf({"queue.cl", "two"}) == "queue.cl:two");
}

TEST_CASE("which texts are kernels' files") {
  const auto tests = [](const std::string& name, const std::string& text) {
    return testsIn(std::make_shared<Source>(name, text)).size();
  };
  const std::string two = "// x\nkernel void f() { }\n//# test a\n//# test b\n";
  CHECK(tests("<stdin>", two) == 2);
  CHECK(tests("k.txt", two) == 2);
  CHECK(tests("t.litmus", "OPENCL x\n{ }\n" + two) == 1);
  CHECK(tests("t.litmus", "OPNCL x\n{ }\n" + two) == 1);
  CHECK(tests("k.cl", "int x;\n//# test a\n//# test b\n") == 2);
}

}  // namespace
