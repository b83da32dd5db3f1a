#pragma once

#include "program/ir/program.h"

namespace hrfcheck::inline program {

/// Whether the code of two threads is that of two lanes of one wavefront: the same instructions with the same
/// control flow, on operands that may differ (an address that depends on the lane, a constant), but for the
/// numbers of barriers.
bool haveSameInstructions(const Thread& a, const Thread& b);

/// Whether code of the same length has the same control flow, whatever its instructions do.
bool haveSameControlFlow(const Thread& a, const Thread& b);
/// The same of all of some threads: a wavefront can run them.
bool haveSameControlFlow(const Program& program, const std::vector<ThreadId>& lanes);

}  // namespace hrfcheck::inline program
