#pragma once

#include <vector>

#include "program/ir/program.h"

// Many instances share a work-group of the launch, and with it its barrier. All of its work-items must arrive
// as often: those that play a thread of the test, and those that play none.

namespace hrfcheck::inline observe {

/// Of CUDA: of all threads of a block, which of them may come from other instructions. The threads that it
/// makes wait all execute as many, so that the number of the barrier does not matter.
inline constexpr const char* kPtxBarrier = "barrier.sync 0;";

/// The barriers of a work-group: each of its threads executes all of them, in this order.
/// @throws UserError with the place of a barrier that cannot be run on a device: not of a work-group, with a
/// count, without waiting, in a loop or behind one, under a condition, or another one than a thread of the
/// same work-group executes
std::vector<BarrierOp> barriersOf(const Program& program, const std::vector<ThreadId>& block,
                                  std::uint32_t groupLevel);

/// The code of a thread between its barriers, one more than it has barriers; branches lead to instructions of
/// the same part, or to its end.
/// @pre barriersOf has accepted them
std::vector<std::vector<Instruction>> betweenBarriers(const Thread& thread);

}  // namespace hrfcheck::inline observe
