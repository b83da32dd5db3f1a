#pragma once

#include "program/ir/program.h"

namespace hrfcheck::inline program {

/// Whether an instruction is an atomic access that by itself orders nothing, of at most 32 bits: a relaxed
/// load or store, or a relaxed update whose order changes nothing (a sum, a bitwise operation, a minimum or a
/// maximum of integers). Floats round, and exchanges and compare-and-swaps do not commute.
bool isRelaxedAccess(const Instruction& instruction);

/// Whether two of them differ in nothing but addresses, values, targets and places.
bool areAlikeAccesses(const Instruction& a, const Instruction& b);

}  // namespace hrfcheck::inline program
