#include "program/local_faults.h"

#include "program/addresses.h"
#include "util/overloaded.h"

namespace hrfcheck {

bool faultsOn(const Instruction& instruction, const Action& action, Value old) {
  const auto* rmw = std::get_if<RmwOperation>(&instruction.operation);
  return rmw != nullptr && action.kind == Action::Kind::Rmw && forgedByRmw(rmw->op, old, action.operand);
}

const char* whatIsWrong(const Program& program, const Instruction& instruction, const LocalState& state) {
  const auto read = [&](RegisterId reg) { return state.registers[reg]; };
  const auto leaves = [&](const ExprPtr& address) {
    const auto at = evaluate(*address, read);
    return at && !program.locationAt(*at);
  };
  const auto forges = [&](const ExprPtr& expr) { return expr && forgedAddress(*expr, read).has_value(); };
  struct Wrong {
    bool outside = false;
    bool forged = false;
  };
  const Wrong wrong = std::visit(
      Overloaded{
          [&](const LoadOp& o) {
            return Wrong{leaves(o.address), forges(o.address)};
          },
          [&](const StoreOp& o) {
            return Wrong{leaves(o.address), forges(o.address) || forges(o.value)};
          },
          [&](const RmwOperation& o) {
            return Wrong{leaves(o.address), forges(o.address) || forges(o.operand) || forges(o.expected)};
          },
          [&](const AssignOp& o) {
            return Wrong{false, forges(o.value)};
          },
          [&](const BranchOp& o) {
            return Wrong{false, forges(o.condition)};
          },
          [](const auto&) { return Wrong{}; }},
      instruction.operation);
  return wrong.outside ? "leaves memory" : wrong.forged ? "makes an address of integers" : "divides by zero";
}

}  // namespace hrfcheck
