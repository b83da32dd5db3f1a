#pragma once

#include <cstdint>

#include "differential/kernel_tree.h"

namespace hrfcheck::kernels {

/// Who reads a kernel.
enum class Languages {
  OpenCl,        ///< hrfcheck itself, and clang as OpenCL C
  OpenClAndCuda  ///< and clang as CUDA C++
};

/// A random kernel that every compiler accepts, and that means the same to all of them (see the definitions
/// of what is replaced, each with its reason).
Kernel commonKernel(std::uint64_t seed, unsigned mostAccesses, Languages languages);

}  // namespace hrfcheck::kernels
