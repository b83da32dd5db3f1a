#pragma once

#include "program/ir/program.h"

namespace hrfcheck::inline program {

/// Whether the code of two threads is that of two lanes of one wavefront: the same instructions with the same
/// control flow, on operands that may differ (an address that depends on the lane, a constant).
bool haveSameInstructions(const Thread& a, const Thread& b);

/// Whether code of the same length has the same control flow, whatever its instructions do.
bool haveSameControlFlow(const Thread& a, const Thread& b);

}  // namespace hrfcheck::inline program
