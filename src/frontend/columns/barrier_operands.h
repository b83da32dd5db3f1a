#pragma once

#include <string>
#include <vector>

#include "frontend/shared/dialect.h"

namespace hrfcheck::frontend {

/// PTX ISA, `bar`: "Each CTA instance has sixteen barriers numbered 0..15".
inline constexpr Value kLastBarrier = 15;

/// The count of a barrier, where operand `index` was written; one that no barrier can have is an error.
std::optional<BarrierNumber> barrierCount(const ResolvedRow& row, std::size_t index);
/// `instance[, id[, count]]`; without a count, the threads of its scope instance meet whose code has the same
/// barrier.
BarrierOp instanceBarrier(std::uint32_t level, const ResolvedRow& row);

/// An error at the first barrier without a count that a register names although a thread that it may meet has
/// two barriers that may be this one: at which of them they would meet is then nowhere said.
void checkBarriersNamedByRegisters(const Program& program, Diagnostics& diagnostics);

/// An arrival without waiting and without a count, at a barrier at which no thread waits, does nothing.
void dropArrivalsThatNobodyAwaits(Program& program);

/// A warning at each count that wavefronts of several lanes cannot give, since each arrives as a whole (PTX
/// ISA, `bar`: "When specifying a thread count, the value must be a multiple of the warp size").
void checkBarrierCounts(const Program& program, Diagnostics& diagnostics);

}  // namespace hrfcheck::frontend
