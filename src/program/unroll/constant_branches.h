#pragma once

#include "program/ir/program.h"
#include "program/unroll/unroll.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline program {

/// An unrolled thread without the nodes that no run comes to, because branches on the way are decided by
/// constants alone: the ids of work-items, the counters of loops, what a launch fixes. The branches stay,
/// with one side.
///
/// Registers that depend on what is read have no known value, and neither has a register with different
/// values on different ways; nothing is decided by them.
///
/// @throws OutOfTime when the deadline expires first
UnrolledThread withoutUntakenSides(const Thread& thread, UnrolledThread unrolled,
                                   const Deadline& deadline = {});

}  // namespace hrfcheck::inline program
