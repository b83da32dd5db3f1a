#pragma once

#include "differential/kernel_tree.h"
#include "differential/session.h"

namespace hrfcheck {

/// A smaller kernel that fails in the same way: statements and blocks are left out, expressions become their
/// operands or 0.
TestResult shrinkKernel(DifferentialSession& session, const kernels::Kernel& kernel,
                        const TestResult& failing);

}  // namespace hrfcheck
