#pragma once

#include "program/agents/code_runner.h"

namespace hrfcheck::inline program {

/// Whether an action cannot be carried out on memory that holds `old`: an RMW that would make an address of
/// integers (program/expr/addresses.h).
bool faultsOn(const Instruction& instruction, const Action& action, Value old);

/// Why an instruction that CodeRunner calls a Fault cannot be carried out: "out-of-bounds access", "division
/// by zero", "address computed from integers" or "barrier with a count below one".
const char* whatIsWrong(const Program& program, const Instruction& instruction, const LocalState& state);

}  // namespace hrfcheck::inline program
