#pragma once

#include <vector>

#include "program/ir/instruction.h"

namespace hrfcheck::inline program {

/// The registers that an operation sets, where it runs: at most two.
std::vector<RegisterId> targetsOf(const Operation& operation);

/// The registers that an instruction reads, its predicate's among them; perhaps with repetitions.
std::vector<RegisterId> registersReadBy(const Instruction& instruction);

}  // namespace hrfcheck::inline program
