#pragma once

#include <cstdint>

#include "differential/kernel_tree.h"

namespace hrfcheck::kernels {

/// A random kernel with a random launch of two to four threads: ids, local memory, barriers, integers of all
/// widths, loops, arrays, functions, atomics with orders and scopes. The same seed gives the same kernel
/// everywhere. About half of them are made so that they are likely to be free of races.
Kernel randomKernel(std::uint64_t seed, unsigned maxAccesses);

}  // namespace hrfcheck::kernels
