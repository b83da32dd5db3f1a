#include "frontend/compilers/host_launches.h"

#include <doctest/doctest.h>

using namespace hrfcheck::frontend::via;

namespace {

const std::string kStub =
    "define dso_local void @_Z16__device_stub__kPi(ptr %0) {\n"
    "  %1 = call i32 @__cudaPopCallConfiguration(ptr %2, ptr %3, ptr %4, ptr %5)\n"
    "  %6 = call noundef i32 @cudaLaunchKernel(ptr noundef nonnull @_Z16__device_stub__kPi, i64 %7, i32 %8)\n"
    "  ret void\n}\ndeclare i32 @cudaLaunchKernel(ptr, i64, i32, i64, i32, ptr, i64, ptr)\n";

std::string push(const std::string& grid, const std::string& block) {
  return "  %1 = call i32 @__cudaPushCallConfiguration(" + grid + ", " + block +
         ", i64 noundef 0, ptr null)\n";
}

const std::string kOne = "i64 4294967298, i32 1";  // 2 x 1 x 1
const std::string kTwo = "i64 8589934608, i32 1";  // 16 x 2 x 1
const std::string kOpen = "i64 %4, i32 %5";
const std::string kCall = "  call void @_Z16__device_stub__kPi(ptr %3)\n";

std::string mainOf(const std::string& body) {
  return hostLaunches(kStub + "define i32 @main() {\n" + body + "  ret i32 0\n}\n");
}

}  // namespace

TEST_CASE("constants that host code launches a kernel with") {
  CHECK(mainOf(push(kOne, kOne) + kCall) == "// hrfcheck launch _Z1kPi 2x2\n");
  CHECK(mainOf(push(kOne, kTwo) + kCall) == "// hrfcheck launch _Z1kPi 2,1x16,2\n");
  CHECK(mainOf(push("i64 4294967297, i32 3", kOne) + kCall) == "// hrfcheck launch _Z1kPi 1,1,3x2,1,1\n");
  CHECK(mainOf(push(kOne, kOne) + "  %9 = call i32 @cudaLaunchKernel(ptr @__device_stub__k, i64 %1)\n") ==
        "// hrfcheck launch k 2x2\n");
}

TEST_CASE("what is not certain is no launch") {
  CHECK(mainOf(push(kOpen, kOne) + kCall).empty());
  CHECK(mainOf(push(kOne, kOne) + push(kTwo, kOne) + kCall + kCall).empty());
  CHECK(mainOf(push(kOne, kOne)).empty());
  CHECK(mainOf(kCall).empty());
}

TEST_CASE("the launch of an entry, if it has one") {
  const std::string module = ".version 8.0\n";
  const std::string one = "// hrfcheck launch k 2x32\n";
  CHECK(hostLaunchOf(module, "k").empty());
  CHECK(hostLaunchOf(module + one + "// hrfcheck launch kk 3x1\n", "k") == "2x32");
  CHECK(hostLaunchOf(module + one + "// hrfcheck launch k 4x32\n", "k").empty());
}

TEST_CASE("launches of HIP, whose kernels have variables of their names in host code") {
  const std::string stub =
      "define dso_local void @_Z16__device_stub__kPi(ptr %0) {\n"
      "  %1 = call i32 @__hipPopCallConfiguration(ptr %2, ptr %3, ptr %4, ptr %5)\n"
      "  %6 = call noundef i32 @hipLaunchKernel(ptr noundef nonnull @_Z1kPi, i64 %7, i32 %8)\n"
      "  ret void\n}\n";
  const auto launched = [&](const std::string& call) {
    return hostLaunches(stub + "define i32 @main() {\n  %1 = call i32 @__hipPushCallConfiguration(" + kOne +
                            ", " + kTwo + ", i64 noundef 0, ptr null)\n" + call + "}\n",
                        ";");
  };
  const std::string expected = "; hrfcheck launch _Z1kPi 2,1x16,2\n";
  CHECK(launched(kCall) == expected);
  CHECK(launched("  %2 = call i32 @hipLaunchKernel(ptr noundef nonnull @_Z1kPi, i64 %7)\n") == expected);
  CHECK(launched("").empty());
  CHECK(hostLaunchOf("; ModuleID = '-'\n" + expected, "_Z1kPi") == "2,1x16,2");
  CHECK(hostLaunchOf("; ModuleID = '-'\n" + expected, "_Z1k").empty());
}
