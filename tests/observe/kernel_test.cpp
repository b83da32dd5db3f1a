#include "observe/kernels/kernel_test.h"

#include <doctest/doctest.h>

#include <string>

#include "frontend/litmus.h"
#include "frontend/test_file.h"
#include "support/has.h"
#include "util/process/child_process.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

bool compilesCuda() {
  return isOnPath("clang-16") || isOnPath("clang-19") || isOnPath("clang");
}

std::shared_ptr<const Program> kernel(const std::string& path, const LaunchOptions& options = {}) {
  return readTestFile(std::string(HRFCHECK_SOURCE_DIR) + "/kernels/" + path, options);
}

KernelTest readied(const std::shared_ptr<const Program>& program) {
  auto launch = kernelLaunchOf(*program);
  REQUIRE(launch.has_value());
  return kernelTest(*program, std::move(*launch));
}

std::string refusal(const std::shared_ptr<const Program>& program) {
  try {
    readied(program);
  } catch (const UserError& error) {
    return error.diagnostics().front().message;
  }
  return "";
}

}  // namespace

TEST_CASE("kernels on a device: the file stands in the program as it is, and tables launch it") {
  if (!compilesCuda()) {
    MESSAGE("skipped: no clang");
    return;
  }
  const auto program = kernel("observe/warm-message.cu:warm-message-relaxed");
  const EmittedTest emitted = emitKernel(readied(program), Interleavings({{7, 42}}));
  const std::string written = program->source->text().substr(0, program->source->fileEnd());
  CHECK(emitted.name == "warm-message-relaxed");
  CHECK(has(emitted.text, written));
  CHECK(
      has(emitted.text, "auto kernel = &hand_over<cuda::thread_scope_device, cuda::memory_order_relaxed>;"));
  CHECK(has(emitted.text, "#define HRF_VARIABLE_NAMES \" beside seen\""));
  CHECK(has(emitted.text, "#define HRF_GRID 2, 1, 1\n#define HRF_BLOCK 1, 1, 1\n"));
  CHECK(has(emitted.text, "hrf_initial_0[] = {0, 0, 0, 0, 7, 0, 0, 0};"));
  CHECK(has(emitted.text, "    {8, hrf_initial_0, 8}, /* pair */\n    {4, 0, 0}, /* flag */\n"));
  CHECK(has(emitted.text, "    {2, 0, 4, 1}, /* beside */\n    {3, 0, 4, 1}, /* seen */\n"));
  CHECK(has(emitted.text, "    {7, 42}};"));
  const EmittedTest other = emitKernel(readied(kernel("observe/warm-message.cu:warm-message")), {});
  CHECK(other.hash != emitted.hash);
}

TEST_CASE("kernels on a device: values, shared memory, variables of the file and cooperative launches") {
  if (!compilesCuda()) {
    MESSAGE("skipped: no clang");
    return;
  }
  const std::string shared = emitKernel(readied(kernel("tree-reduction.cu:sum-one-block")), {}).text;
  CHECK(has(shared, "#define HRF_DYNAMIC_SHARED 16\n"));
  const std::string variable =
      emitKernel(readied(kernel("thread-fence-reduction.cu:thread-fence-reduction")), {}).text;
  CHECK(has(variable, "return cudaGetSymbolAddress(address, finished);"));
  CHECK(has(variable, "#define HRF_OF_THE_FILE 1\n"));
  CHECK(has(emitKernel(readied(kernel("observe/grid-sync.cu")), {}).text, "#define HRF_COOPERATIVE 1\n"));
}

TEST_CASE("kernels on a device: what cannot be seen from outside is refused") {
  if (!compilesCuda()) {
    MESSAGE("skipped: no clang");
    return;
  }
  CHECK(
      has(refusal(kernel("tree-reduction.cu:sum-two-blocks")), "part@g1[0], which is not in global memory"));
}

TEST_CASE("kernels on a device: only files in CUDA C++ are launched as they are") {
  const auto litmus =
      readTestFile(std::string(HRFCHECK_SOURCE_DIR) + "/litmus/observe/mp-cta-two-blocks.litmus");
  CHECK(!kernelLaunchOf(*litmus));
  CHECK(!kernelLaunchOf(*kernel("message-passing.cl:publish-device")));
}
