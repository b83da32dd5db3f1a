#include "frontend/print/register_order.h"

#include <algorithm>

#include "program/ir/expr_parts.h"
#include "program/ir/operands.h"
#include "program/ir/operation_parts.h"

namespace hrfcheck::frontend {
namespace {

/// The registers of code, in the order in which they are written.
class RegistersOfCode {
 public:
  std::vector<RegisterId> run(const Thread& thread) {
    for (const Instruction& instruction : thread.instructions) {
      if (instruction.predicate) {
        note(instruction.predicate->reg);
      }
      note(instruction.operation);
    }
    return std::move(found_);
  }

 private:
  void note(RegisterId reg) {
    if (std::ranges::find(found_, reg) == found_.end()) {
      found_.push_back(reg);
    }
  }

  void note(const Expr& expr) {
    if (const auto* e = std::get_if<RegisterExpr>(&expr.node)) {
      note(e->reg);
    } else if (const auto* choice = std::get_if<SelectExpr>(&expr.node)) {
      note(*choice->whenTrue);
      note(*choice->whenFalse);
      note(*choice->condition);
    } else {
      forEachOperand(expr, [&](const Expr& operand) { note(operand); });
    }
  }

  void note(const Operation& operation) {
    for (const RegisterId target : targetsOf(operation)) {
      note(target);
    }
    if (const auto* rmw = std::get_if<RmwOperation>(&operation); rmw != nullptr && rmw->expected) {
      note(*rmw->address);
      note(*rmw->expected);
      note(*rmw->operand);
    } else {
      forEachExpr(operation, [&](const ExprPtr& expr) { note(*expr); });
    }
  }

  std::vector<RegisterId> found_;
};

}  // namespace

RegisterId registersToList(const Thread& thread) {
  const std::vector<RegisterId> written = RegistersOfCode().run(thread);
  const auto total = static_cast<RegisterId>(thread.registers.size());
  RegisterId listed = total;
  while (listed > 0 && thread.initialRegisters[listed - 1] == 0) {
    --listed;
  }
  const auto codeGivesTheRest = [&] {
    RegisterId next = listed;
    const bool inOrder =
        std::ranges::all_of(written, [&](RegisterId reg) { return reg < listed || reg == next++; });
    return inOrder && next == total;
  };
  while (!codeGivesTheRest()) {
    ++listed;
  }
  return listed;
}

}  // namespace hrfcheck::frontend
