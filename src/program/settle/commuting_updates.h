#pragma once

#include "program/ir/program.h"

namespace hrfcheck::inline program {

/// Whether the order of updates like this one changes nothing: sums, bitwise operations, minima and maxima of
/// integers of at most 32 bits, relaxed. Floats round, and exchanges and compare-and-swaps do not commute.
bool commutesWithItself(const Instruction& instruction);

/// Whether two of these updates differ in nothing but their operands, targets and places.
bool areAlikeUpdates(const Instruction& a, const Instruction& b);

}  // namespace hrfcheck::inline program
