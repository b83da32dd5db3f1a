#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "cli/process.h"
#include "support/has.h"

// Kernels with a launch, through the commands.

using namespace hrfcheck::test;

namespace {

const std::string kKernel = R"(kernel void give(global int* data, global atomic_int* flag, global int* got) {
  if (get_group_id(0) == 0) {
    *data = 1;
    atomic_store_explicit(flag, 1, memory_order_release, memory_scope_work_group);
  } else if (atomic_load_explicit(flag, memory_order_acquire, memory_scope_device)) {
    *got = *data;
  }
}
)";

const std::string kTests = kKernel + R"(
kernel void wait(global atomic_int* flag) {
  if (get_global_id(0) == 0) {
    while (atomic_load(flag) == 0) { }
  } else {
    atomic_store(flag, 1);
  }
}
//# launch 2x1
//# test give
//# kernel give
//# exists (got = 1)
//# test wait
//# kernel wait
//# terminates fair=Y obe=N
)";

}  // namespace

TEST_CASE("a launch on the command line; threads have coordinates, lines their file") {
  const Scratch scratch;
  const std::string file = scratch.file("give.cl", kKernel);
  const Finished run = runProgram({"check", "-m", "opencl", "--launch", "2x1", "--exists", "got = 1", file});
  CHECK(run.status == 0);
  CHECK(run.err == "");
  CHECK(has(run.out, "P1:0 (group 1, item 0)"));
  CHECK(has(run.out, file + ":4"));
  CHECK(has(run.out, "exists ([got]=1): Never"));
}

TEST_CASE("a pasted kernel without a launch is told how to give one") {
  const Finished run = runProgram({"check", "-"}, kKernel);
  CHECK(run.status == 2);
  CHECK(has(run.err, "<stdin>:1:13: error: kernel 'give' is not launched"));
  CHECK(has(run.err, "--launch 2x2"));
  CHECK(has(run.err, "//# launch 2x2"));
  CHECK(runProgram({"check", "--launch", "2x1", "-"}, kKernel).status == 0);
}

TEST_CASE("options are shown where they are wrong") {
  const Scratch scratch;
  const std::string file = scratch.file("give.cl", kKernel);
  const Finished run = runProgram({"check", "--launch", "2x1", "--init", "dat = 1", file});
  CHECK(run.status == 2);
  CHECK(has(run.err,
            "command line: error: kernel 'give' has no parameter 'dat'\n  --init dat = 1\n         ^~~\n"));
  CHECK(has(run.err, "did you mean 'data'"));
  const std::string litmus = scratch.file("t.litmus", "HSA t\n{ x; }\nP0 ;\nst x, 1 ;\nexists (x=1)\n");
  CHECK(has(runProgram({"check", "--launch", "2x2", litmus}).err, "there is no kernel to launch here"));
}

TEST_CASE("several tests in a file: check and progress take all, explain asks which") {
  const Scratch scratch;
  const std::string file = scratch.file("two.cl", kTests);
  const Finished all = runProgram({"check", "-m", "opencl", file});
  CHECK(has(all.out, "two.cl:give  ·  opencl"));
  CHECK(has(all.out, "two.cl:wait  ·  opencl"));
  const Finished one = runProgram({"check", "-m", "opencl", file + ":wait"});
  CHECK_FALSE(has(one.out, "two.cl:give"));
  CHECK(runProgram({"check", "-m", "opencl", "--test", "wait", file}).out == one.out);
  const Finished which = runProgram({"explain", "-m", "opencl", file});
  CHECK(which.status == 2);
  CHECK(has(which.err, "has 2 tests: give, wait"));
  CHECK(has(which.err, "choose one with --test give"));
  const Finished explained = runProgram({"explain", "-m", "opencl", file + ":give"});
  CHECK(explained.status == 0);
  CHECK(has(explained.out, "P1 (group 1, item 0)"));
  const Finished graph = runProgram({"graph", "-m", "opencl", "--test", "give", file});
  CHECK(graph.status == 0);
  CHECK(has(graph.out, "P1 (group 1, item 0)"));
  const Finished progress = runProgram({"progress", "--no-model", file});
  CHECK(progress.status == 0);
  CHECK(has(progress.out, "P0 (group 0, item 0)"));
  CHECK(runProgram({"progress", "--no-model", "--exists", "got=1", file + ":give"}).status == 0);
}

TEST_CASE("batch and compare have a row for each test, and logs of their own") {
  const Scratch scratch;
  const std::string file = scratch.file("two.cl", kTests);
  const Finished promoted = runProgram({"batch", "-m", "opencl", "--promote", file});
  CHECK(promoted.status == 0);
  CHECK(has(contents(scratch.path("expected/two.cl.give.log")), "Test give"));
  CHECK(has(contents(scratch.path("expected/two.cl.wait.log")), "Test wait"));
  const std::string folder = scratch.path("");
  const Finished again = runProgram({"batch", "-m", "opencl", folder});
  CHECK(again.status == 0);
  CHECK(has(again.out, "two.cl:give"));
  CHECK(has(again.out, "two.cl:wait"));
  const Finished compared = runProgram({"compare", "-m", "opencl", "-m", "sc", folder});
  CHECK(compared.status == 0);
  CHECK(has(compared.out, "two.cl:give"));
}

TEST_CASE("a kernel without a launch is skipped in a folder, with a warning, unless one is given") {
  const Scratch scratch;
  scratch.file("bare.cl", kKernel);
  scratch.file("two.cl", kTests);
  const Finished run = runProgram({"batch", "-m", "opencl", "--expect", "none", scratch.path("")});
  CHECK(has(run.err, "bare.cl specifies no launch (a line //# launch 2x2); skipped"));
  CHECK_FALSE(has(run.out, "bare.cl"));
  const Finished launched = runProgram({"batch", "-m", "opencl", "--expect", "none", "--launch", "2x1",
                                        scratch.path("bare.cl"), scratch.path("")});
  CHECK(launched.err == "");
  CHECK(has(launched.out, "bare.cl"));
}

TEST_CASE("JSON names the threads of a launch") {
  const Scratch scratch;
  const std::string file = scratch.file("give.cl", kKernel);
  const Finished run = runProgram({"check", "-m", "opencl", "--launch", "2,1x1", "--format", "json", file});
  const auto json = nlohmann::json::parse(run.out);
  const auto& verdict = json["results"][0];
  CHECK(verdict["launchedThreads"][1]["name"] == "P1");
  CHECK(verdict["launchedThreads"][1]["group"] == nlohmann::json({1, 0, 0}));
  CHECK(verdict["races"][0]["first"]["group"].is_array());
}

TEST_CASE("the models that a file names are asked, unless the command names others") {
  const Scratch scratch;
  const std::string file =
      scratch.file("give.cl", kKernel + "//# launch 2x1\n//# model opencl\n//# model sc\n");
  const Finished run = runProgram({"check", file});
  CHECK(has(run.out, "opencl"));
  CHECK(has(run.out, "sc"));
  CHECK_FALSE(has(run.out, "hrf-indirect-relaxed"));
  CHECK_FALSE(has(runProgram({"check", "-m", "drf0", file}).out, "opencl"));
}

TEST_CASE("a launched test that is simulated, converted and resumed") {
  const Scratch scratch;
  const std::string file = scratch.file("give.cl", kKernel + "//# launch 2x1\n//# exists (got = 1)\n");
  CHECK(runProgram({"simulate", "--machine", "sc", file}).status == 0);
  const Finished both = runProgram({"simulate", "--machine", "sc", scratch.file("two.cl", kTests)});
  CHECK(has(both.out, "two.cl:give"));
  CHECK(has(both.out, "two.cl:wait"));
  const Finished converted = runProgram({"convert", "--to", "hsa", file});
  CHECK(converted.status == 0);
  CHECK(has(converted.out, "P0@wg 0"));
  const std::string results = scratch.path("r.jsonl");
  CHECK(runProgram({"batch", "-m", "sc", "--expect", "none", "--results", results, file}).status == 0);
  CHECK(runProgram({"batch", "-m", "sc", "--expect", "none", "--resume", results, file}).status == 0);
  const Finished other =
      runProgram({"batch", "-m", "sc", "--expect", "none", "--launch", "3x1", "--resume", results, file});
  CHECK(other.status == 2);
  CHECK(has(other.err, "it was made without --launch 3x1"));
}

TEST_CASE("a report does not overwrite the kernel that it is about") {
  const Scratch scratch;
  const std::string file = scratch.file("two.cl", kTests);
  const Finished run = runProgram({"check", "-m", "opencl", "-o", file, file + ":give"});
  CHECK(run.status == 2);
  CHECK(contents(file) == kTests);
}

namespace {

/// What `check` notes of a kernel in two work-groups or two work-items.
std::string notesOf(const std::string& kernel, const std::string& launch,
                    std::vector<std::string> options = {}) {
  std::vector<std::string> arguments{"check", "--launch", launch, "-"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  const std::string out = runProgram(arguments, kernel).out;
  const std::size_t note = out.find("  note:");
  return note == std::string::npos ? "" : out.substr(note);
}

}  // namespace

TEST_CASE("a test of OpenCL is judged by opencl, and a note says where the HRF default says otherwise") {
  const std::string barrier =
      "kernel void k(global int* x, global int* y) {\n"
      "  if (get_local_id(0) == 0) *x = 1;\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  if (get_local_id(0) == 1) *y = *x;\n}\n";
  CHECK(has(notesOf(barrier, "1x2"), "hrf-indirect-relaxed disagrees: the test is race-free"));
  const std::string fences =
      "kernel void k(global atomic_int* x, global atomic_int* y, global int* a, global int* b) {\n"
      "  if (get_group_id(0) == 0) {\n"
      "    atomic_store_explicit(x, 1, memory_order_relaxed, memory_scope_device);\n"
      "    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_seq_cst, memory_scope_device);\n"
      "    *a = atomic_load_explicit(y, memory_order_relaxed, memory_scope_device);\n"
      "  } else {\n"
      "    atomic_store_explicit(y, 1, memory_order_relaxed, memory_scope_device);\n"
      "    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_seq_cst, memory_scope_device);\n"
      "    *b = atomic_load_explicit(x, memory_order_relaxed, memory_scope_device);\n  }\n}\n"
      "//# exists (a = 0 /\\ b = 0)\n";
  CHECK(has(notesOf(fences, "2x1"), "hrf-indirect-relaxed disagrees: the condition is Sometimes"));
  CHECK(!has(notesOf(fences, "2x1", {"-m", "opencl"}), "says otherwise"));
  CHECK(!has(notesOf(kKernel, "2x1"), "says otherwise"));
}

namespace {

/// A kernel of a file, checked as a new user would: launched from the command line.
Finished pasted(const Scratch& scratch, const std::string& file, const std::string& text,
                const std::string& launch, const std::string& init, const std::string& forall) {
  std::vector<std::string> arguments{"check", scratch.file(file, text), "--launch", launch, "--forall",
                                     forall};
  if (!init.empty()) {
    arguments.insert(arguments.end(), {"--init", init});
  }
  return runProgram(arguments);
}

}  // namespace

TEST_CASE("what used to stop a new user: ids, arrays, OpenCL 1.x, CUDA, HIP, widths, switch") {
  const Scratch scratch;
  CHECK(has(
      pasted(scratch, "ids.cl", "kernel void k(global int* x) { x[get_global_id(0)] = get_global_id(0); }\n",
             "2x2", "x[4]", "x[3] = 3")
          .out,
      "holds"));
  const Finished unsized =
      pasted(scratch, "unsized.cl", "kernel void k(global int* x) { x[get_local_id(0)] = 1; }\n", "1x2", "",
             "x = 1");
  CHECK(unsized.status == 2);
  CHECK(has(unsized.err, "'x' is used as an array, but it is not specified how many elements it has"));
  CHECK(has(unsized.err, "--init 'x[4]'"));
  CHECK(has(
      pasted(scratch, "inc.cl", "kernel void k(global int* n) { atomic_inc(n); }\n", "1x3", "", "n = 3").out,
      "holds"));
  CHECK(has(pasted(scratch, "add.hip",
                   "__global__ void k(int* n) {\n"
                   "  __hip_atomic_fetch_add(n, 2, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);\n}\n",
                   "2x1", "", "n = 4")
                .out,
            "holds"));
  CHECK(has(pasted(scratch, "ref.cu",
                   "#include <cuda/atomic>\n__global__ void k(int* n) {\n"
                   "  cuda::atomic_ref<int, cuda::thread_scope_device>(*n).fetch_add(1);\n}\n",
                   "2x1", "", "n = 2")
                .out,
            "holds"));
  CHECK(has(pasted(scratch, "wrap.cl", "kernel void k(global uint* n) { *n = *n - 1; }\n", "1x1", "",
                   "n = 4294967295")
                .out,
            "holds"));
  CHECK(has(pasted(scratch, "switch.cl",
                   "kernel void k(global int* x) {\n  int mine[2] = {5, 6};\n  switch (get_group_id(0)) {\n"
                   "    case 0: x[0] = mine[0]; break;\n    default: x[1] = mine[get_group_id(0)];\n  }\n}\n",
                   "2x1", "x[2]", "x[0] = 5 /\\ x[1] = 6")
                .out,
            "holds"));
}

TEST_CASE("a kernel without a launch has that of the host code in its file") {
  const Scratch scratch;
  const std::string kernel = "__global__ void k(int* n) { atomicAdd(n, 1); }\n";
  const auto checked = [&](const std::string& host, const std::vector<std::string>& more = {}) {
    std::vector<std::string> command = {"check", "-m", "ptx", scratch.file("k.cu", kernel + host)};
    command.insert(command.end(), more.begin(), more.end());
    return runProgram(command);
  };
  const std::string once = "int main() { int* n = 0; const int size = 4; k<<<size / 2, dim3(3)>>>(n); }\n";
  const Finished said = checked(once);
  CHECK(has(said.err, "the launch is taken from the host code in the file: 2x3"));
  CHECK(has(said.out, "n=6"));
  const Finished other = checked(once, {"--launch", "1x2"});
  CHECK_FALSE(has(other.err, "host code"));
  CHECK(has(other.out, "n=2"));
  const Finished twice = checked(once + "void more(int* n) { k<<<1, 1>>>(n); }\n");
  CHECK(has(twice.err, "the kernel is not launched"));
  const Finished large = checked("void run(int* n) { k<<<1024, 256>>>(n); }\n");
  CHECK(large.status == 2);
  CHECK(has(large.err, "the file launches the kernel as 1024x256, and a test has at most"));
}
