#include "program/agents/local_faults.h"

#include <algorithm>

#include "program/ir/addresses.h"
#include "program/ir/operands.h"

namespace hrfcheck::inline program {

bool faultsOn(const Instruction& instruction, const Action& action, Value old) {
  const auto* rmw = std::get_if<RmwOperation>(&instruction.operation);
  return rmw != nullptr && action.kind == Action::Kind::Rmw && forgedByRmw(rmw->op, old, action.operand);
}

const char* whatIsWrong(const Program& program, const Instruction& instruction, const LocalState& state) {
  const auto read = [&](RegisterId reg) { return state.registers[reg]; };
  const Operands operands = operandsOf(instruction.operation);
  if (std::holds_alternative<BarrierOp>(instruction.operation)) {
    return "barrier with a count below one";
  }
  const auto address = operands.address ? evaluate(*operands.address, read) : std::nullopt;
  const bool outside = address && !program.locationAt(*address);
  const auto forges = [&](const ExprPtr& expr) { return forgedAddress(*expr, read).has_value(); };
  const bool forged =
      (operands.address && forges(operands.address)) || std::ranges::any_of(operands.values, forges);
  return outside ? "out-of-bounds access" : forged ? "address computed from integers" : "division by zero";
}

}  // namespace hrfcheck::inline program
