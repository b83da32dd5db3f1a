#pragma once

#include <memory>

#include "frontend/launch/kernel_launch.h"
#include "observe/emit/emit.h"

namespace hrfcheck::inline observe {

/// A kernel of a file in CUDA C++, as a device launches it: the text is its author's.
struct KernelTest {
  /// It observes memory that is there when a launch has ended, and has no filter (foldFilter).
  std::shared_ptr<const Program> program;
  frontend::KernelLaunch launch;
};

/// Readies a kernel for a device.
/// @throws UserError where the host cannot launch it, or cannot see what is observed: registers, shared
/// memory, what holds addresses, blocks on several devices, too many objects or bytes
KernelTest kernelTest(const Program& test, frontend::KernelLaunch launch);

/// Writes it as a program: the file as it is, and what launches its kernel.
EmittedTest emitKernel(const KernelTest& test, const Interleavings& interleavings);

}  // namespace hrfcheck::inline observe
