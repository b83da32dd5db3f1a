// Kernels of HIP as tests, by way of clang and LLVM IR.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>

#include "frontend/compilers/hip_compilers.h"
#include "frontend/litmus.h"
#include "frontend/llvm/reader_program.h"
#include "frontend/test_file.h"
#include "program/ir/amdgpu_form.h"
#include "util/diagnostic.h"

using namespace hrfcheck;
using namespace hrfcheck::frontend;

namespace {

bool isReadHere() {
  return via::hasClangForHip() && !llvm::readerProgram().empty();
}

std::shared_ptr<const Program> readHip(const std::string& text, LaunchOptions options) {
  const auto source = std::make_shared<const Source>("k.hip", text);
  return parseLitmus(editedSource(source, options, {}), "");
}

LaunchOptions launchOfHip(const std::string& launch, const std::string& init = "") {
  LaunchOptions options;
  options.launch = launch;
  options.init = init;
  return options;
}

std::string refusalOf(const std::string& text) {
  try {
    readHip(text, launchOfHip("1x1"));
  } catch (const UserError& error) {
    return error.diagnostics().front().message;
  }
  return "";
}

/// By thread: how many instructions are of a kind.
template <typename Operation>
std::ptrdiff_t countOfHip(const Program& program, std::size_t thread) {
  return std::ranges::count_if(program.threads.at(thread).instructions, [](const Instruction& instruction) {
    return std::holds_alternative<Operation>(instruction.operation);
  });
}

const char* const kMessageOfHip =
    "__global__ void k(int* data, int* flag) {\n"
    "  if (blockIdx.x == 0) {\n"
    "    *data = 42;\n"
    "    __hip_atomic_store(flag, 1, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);\n"
    "    __atomic_store_n(flag, 2, __ATOMIC_RELEASE);\n"
    "  }\n"
    "}\n";

}  // namespace

TEST_CASE("HIP kernels: accesses have the lines and names of the source, and scopes of HIP") {
  if (!isReadHere()) {
    MESSAGE("skipped: no clang 18 or newer, or no hrfcheck-llvm");
    return;
  }
  const auto program = readHip(kMessageOfHip, launchOfHip("2x1"));
  CHECK(program->dialect == "HIP");
  CHECK(program->threads.size() == 2);
  CHECK(countOfHip<StoreOp>(*program, 0) == 3);
  CHECK(countOfHip<StoreOp>(*program, 1) == 0);
  std::vector<std::string> stores;
  for (const Instruction& instruction : program->threads[0].instructions) {
    if (const auto* store = std::get_if<StoreOp>(&instruction.operation)) {
      stores.push_back(std::to_string(instruction.place.position().line) + " " +
                       (store->atomicity ? std::to_string(store->atomicity->level) : "ordinary"));
    }
  }
  CHECK(stores == std::vector<std::string>{"3 ordinary", "4 4", "5 5"});
}

TEST_CASE("HIP kernels: to models of AMDGPU, the scopes that clang writes") {
  if (!isReadHere()) {
    return;
  }
  const auto program = amdgpuForm(*readHip(kMessageOfHip, launchOfHip("1x1")));
  std::vector<bool> oneAs;
  for (const Instruction& instruction : program->threads[0].instructions) {
    if (const auto* store = std::get_if<StoreOp>(&instruction.operation);
        store != nullptr && store->atomicity) {
      oneAs.push_back(std::ranges::find(instruction.marks, "one_as") != instruction.marks.end());
    }
  }
  CHECK(oneAs == std::vector<bool>{true, false});  // __hip_atomic_store, __atomic_store_n
}

TEST_CASE("HIP kernels: __syncthreads() is one barrier, and its parts to models of AMDGPU") {
  if (!isReadHere()) {
    return;
  }
  const auto program =
      readHip("__global__ void k(int* x) {\n  __syncthreads();\n  *x = 1;\n}\n", launchOfHip("1x2"));
  CHECK(countOfHip<BarrierOp>(*program, 0) == 1);
  CHECK(countOfHip<FenceOp>(*program, 0) == 0);
  const auto form = amdgpuForm(*program);
  CHECK(countOfHip<BarrierOp>(*form, 0) == 1);
  CHECK(countOfHip<FenceOp>(*form, 0) == 2);
}

TEST_CASE(
    "HIP kernels: instances of templates, constants, memory that the launch sizes, launches of host code") {
  if (!isReadHere()) {
    return;
  }
  const auto program = readHip(
      "constexpr int N = 2;\n"
      "template <int STEP>\n"
      "__global__ void k(int* x) {\n"
      "  HIP_DYNAMIC_SHARED(int, s)\n"
      "  s[threadIdx.x] = 1;\n"
      "  x[STEP] = s[threadIdx.x];\n"
      "}\n"
      "void run(int* x) { hipLaunchKernelGGL(k<1>, dim3(1), dim3(2), 8, 0, x); }\n"
      "//# kernel k<1>\n"
      "//# init x[N]; s[N]\n"
      "//# forall (x[1] = 1)\n",
      {});
  CHECK(program->threads.size() == 2);
  CHECK(std::ranges::any_of(program->warnings, [](const Diagnostic& warning) {
    return warning.message.find("the launch is taken from the host code in the file: 1x2") !=
           std::string::npos;
  }));
}

TEST_CASE("HIP kernels: a wavefront has as many lanes as the launch says") {
  if (!isReadHere()) {
    return;
  }
  const std::string text =
      "__global__ void k(int* x) {\n"
      "  const int other = __shfl_xor((int)threadIdx.x, 1);\n"
      "  x[threadIdx.x] = other * 100 + (int)warpSize;\n"
      "}\n";
  LaunchOptions options = launchOfHip("1x2", "x[2]");
  options.subGroup = "2";
  const auto program = readHip(text, options);
  std::vector<std::string> stored;
  CHECK(countOfHip<StoreOp>(*program, 0) == 1);
  CHECK(countOfHip<StoreOp>(*program, 1) == 1);
}

TEST_CASE("HIP kernels: what is missing is named") {
  const char* const path = std::getenv("PATH");
  const std::string before = path == nullptr ? "" : path;
  setenv("PATH", "/nowhere", 1);
  CHECK(refusalOf(kMessageOfHip) == "cannot compile k.hip: there is no clang 18 or newer on the PATH");
  setenv("PATH", before.c_str(), 1);
  if (isReadHere()) {
    CHECK(refusalOf("__global__ void k(int* x) {\n  *x = __missing(1);\n}\n").find("__missing") !=
          std::string::npos);
  }
}
