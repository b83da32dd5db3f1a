#include "program/settle/commuting_updates.h"

#include "program/flow/copied_instructions.h"

namespace hrfcheck::inline program {

bool commutesWithItself(const Instruction& instruction) {
  const auto* update = std::get_if<RmwOperation>(&instruction.operation);
  if (update == nullptr || update->atomicity.order != Order::Relaxed || update->atomicity.remote ||
      update->kind.bits > 32 || !instruction.reference.empty() ||
      !haveSameMarks(instruction, Instruction{})) {
    return false;
  }
  switch (update->op) {
    case RmwOp::Add:
    case RmwOp::Sub:
    case RmwOp::And:
    case RmwOp::Or:
    case RmwOp::Xor:
    case RmwOp::Min:
    case RmwOp::Max:
      return true;
    default:
      return false;
  }
}

bool areAlikeUpdates(const Instruction& a, const Instruction& b) {
  const auto& x = std::get<RmwOperation>(a.operation);
  const auto& y = std::get<RmwOperation>(b.operation);
  return x.op == y.op && x.kind == y.kind && x.atomicity.order == y.atomicity.order &&
         x.atomicity.level == y.atomicity.level && x.atomicity.remote == y.atomicity.remote &&
         a.reference == b.reference && haveSameMarks(a, b);
}

}  // namespace hrfcheck::inline program
