#pragma once

#include <set>

#include "program/ir/program.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline program {

/// The thread without what decides nothing but how long it takes: assignments of registers that nobody looks
/// at, and branches whose ways all come to the same next instruction that is needed. What is left out is
/// computed from constants alone, has a value in any case, and ends: `if (ns < 256) ns *= 2;`, or a loop that
/// counts to a bound. So the accesses, fences, barriers, faults and dependencies of every execution are those
/// of the thread as it is. The numbers of instructions stay.
/// @param observed registers that the final state, the condition or the filter speak of
/// @throws OutOfTime when the deadline expires first
Thread withoutDelays(const Thread& thread, const std::set<RegisterId>& observed, PacedLook& look);

}  // namespace hrfcheck::inline program
