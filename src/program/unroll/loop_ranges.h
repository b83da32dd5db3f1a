#pragma once

#include <vector>

#include "program/ir/program.h"
#include "program/unroll/unroll.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline program {

/// The loops of a thread by its backward jumps, nested or apart, one for each head: by head, outer before
/// inner. None of them spins yet.
/// @throws UserError when there are more than kMostLoops (spin_loops.h)
std::vector<Loop> loopRanges(const Thread& thread, PacedLook& look);

/// Whether two loops overlap without one containing the other.
bool overlapOnly(const Loop& a, const Loop& b);

}  // namespace hrfcheck::inline program
