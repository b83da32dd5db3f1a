#pragma once

#include <cstdint>

#include "frontend/launch/kernel_launch.h"
#include "frontend/lowlevel/inputs.h"
#include "frontend/lowlevel/locations.h"
#include "frontend/lowlevel/read_kernel.h"

namespace hrfcheck::frontend::lowlevel {

/// A kernel that became a program, and how.
struct LaunchedKernel {
  const LaunchFacts& facts;
  const InputReader& inputs;
  const MemoryLayout& layout;
  const Locations& locations;
  const Program& program;
};

/// What a device is given to launch it.
KernelLaunch kernelLaunchOf(const Kernel& kernel, const LaunchedKernel& launched, const Question& question);

}  // namespace hrfcheck::frontend::lowlevel
