#include "observe/kernels/kernel_test.h"

#include <fmt/format.h>

#include <algorithm>

#include "observe/device_test.h"
#include "program/expr/addresses.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline observe {
namespace {

constexpr std::size_t kMostObjects = 24;
constexpr std::size_t kMostParameters = 48;
constexpr std::size_t kMostObserved = 64;
constexpr std::uint64_t kMostBytes = 1U << 16U;  // of the memory of one launch

[[noreturn]] void refuse(const Program& program, const std::string& what, const std::string& hint = "") {
  throw UserError(fmt::format("{} cannot be launched on a device: {}", program.name, what), hint);
}

void requireRoom(const Program& program, const frontend::KernelLaunch& launch) {
  std::uint64_t bytes = 0;
  for (const frontend::LaunchedObject& object : launch.objects) {
    bytes += object.bytes;
  }
  if (launch.objects.size() > kMostObjects || launch.parameters.size() > kMostParameters ||
      bytes > kMostBytes) {
    refuse(program, fmt::format("at most {} objects of {} bytes in all and {} parameters fit", kMostObjects,
                                kMostBytes, kMostParameters));
  }
}

/// What the host can look at when a launch has ended.
bool isSeen(const Program& program, const frontend::KernelLaunch& launch, const StateVariable& variable) {
  return !variable.isRegister() && launch.words.contains(program.locations[variable.location].name);
}

}  // namespace

KernelTest kernelTest(const Program& test, frontend::KernelLaunch launch) {
  if (!launch.notOutside.empty()) {
    refuse(test, launch.notOutside);
  }
  if (launch.blocksOfDevice != 0 &&
      launch.blocksOfDevice < launch.blocks[0] * launch.blocks[1] * launch.blocks[2]) {
    refuse(test, "its blocks are on several devices");
  }
  requireRoom(test, launch);
  auto program = std::make_shared<Program>(test);
  foldFilter(*program);
  if (program->observedByDefault) {
    std::erase_if(program->observed,
                  [&](const StateVariable& variable) { return !isSeen(test, launch, variable); });
  }
  for (const StateVariable& variable : program->observed) {
    if (!isSeen(test, launch, variable)) {
      refuse(test,
             fmt::format("its condition observes {}, which is {}", test.nameOf(variable),
                         variable.isRegister() ? "a register" : "not in global memory"),
             "ask about what the kernel writes to global memory: --exists '(out = 1)'");
    }
  }
  if (program->observed.empty() || program->observed.size() > kMostObserved) {
    refuse(test,
           program->observed.empty() ? "there is nothing to observe"
                                     : fmt::format("it observes more than {} locations", kMostObserved),
           "a line '//# locations [x; y;]' chooses what is observed");
  }
  for (const MemoryLocation& location : test.locations) {
    if (isAddress(location.initial)) {
      refuse(test, fmt::format("{} holds an address", location.name));
    }
  }
  return {std::move(program), std::move(launch)};
}

}  // namespace hrfcheck::inline observe
