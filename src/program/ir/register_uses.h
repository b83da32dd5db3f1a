#pragma once

#include <optional>
#include <vector>

#include "program/ir/instruction.h"

namespace hrfcheck::inline program {

/// The register that an operation sets, where it runs.
std::optional<RegisterId> targetOf(const Operation& operation);

/// The registers that an instruction reads, its predicate's among them; perhaps with repetitions.
std::vector<RegisterId> registersReadBy(const Instruction& instruction);

}  // namespace hrfcheck::inline program
