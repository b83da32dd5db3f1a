#pragma once

#include <functional>
#include <memory>
#include <string>

#include "frontend/lowlevel/read_kernel.h"
#include "frontend/spirv/module/listing.h"
#include "frontend/spirv/module/object_names.h"
#include "frontend/spirv/reflection.h"

namespace hrfcheck::frontend::spirv {

/// A kernel of a module that is launched.
struct LaunchedKernel {
  std::shared_ptr<const Listing> listing;
  const Module& module;
  const EntryPoint& point;
  const Function& entry;                  ///< with calls inlined
  std::function<std::string(Id)> nameOf;  ///< of variables and parameters, for people
  const Reflection& reflection;
};

/// Translates a kernel into code over registers and bytes (lowlevel/module/module.h).
///
/// Each variable is an object: of a work-group, of a thread, or of all. What an invocation is told (built-in
/// numbers) is an object of its own that it writes first; what only the host writes (uniform blocks, push
/// constants, inputs of stages of a graphics pipeline) holds what the launch says. Each descriptor of an
/// array is an object. An image is two: its texels, and what it says of itself.
lowlevel::Kernel translate(const LaunchedKernel& launched, Diagnostics& diagnostics);

}  // namespace hrfcheck::frontend::spirv
