#pragma once

#include <functional>

#include "differential/kernel_tree.h"

namespace hrfcheck::kernels {

/// Calls `visit` with each kernel that has a little less than this one: a statement, a block or something
/// that is declared is left out, an expression becomes one of its operands or 0. A declaration may be missing
/// that the rest needs. `visit` says that one is good enough by returning true, which ends it.
bool eachSmallerKernel(const Kernel& kernel, const std::function<bool(const Kernel&)>& visit);

}  // namespace hrfcheck::kernels
