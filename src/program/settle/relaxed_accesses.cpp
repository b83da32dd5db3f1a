#include "program/settle/relaxed_accesses.h"

#include "program/flow/copied_instructions.h"

namespace hrfcheck::inline program {
namespace {

bool isRelaxed(const std::optional<Atomicity>& atomicity) {
  return atomicity && atomicity->order == Order::Relaxed && !atomicity->remote;
}

bool commutesWithItself(const RmwOperation& update) {
  switch (update.op) {
    case RmwOp::Add:
    case RmwOp::Sub:
    case RmwOp::And:
    case RmwOp::Or:
    case RmwOp::Xor:
    case RmwOp::Min:
    case RmwOp::Max:
      return update.kind.bits <= 32;
    default:
      return false;
  }
}

bool areAlike(const std::optional<Atomicity>& a, const std::optional<Atomicity>& b) {
  return a.has_value() == b.has_value() &&
         (!a || (a->order == b->order && a->level == b->level && a->remote == b->remote));
}

}  // namespace

bool isRelaxedAccess(const Instruction& instruction) {
  if (!instruction.reference.empty() || !haveSameMarks(instruction, Instruction{})) {
    return false;
  }
  return std::visit(
      Overloaded{[](const LoadOp& o) { return isRelaxed(o.atomicity); },
                 [](const StoreOp& o) { return isRelaxed(o.atomicity); },
                 [](const RmwOperation& o) { return isRelaxed(o.atomicity) && commutesWithItself(o); },
                 [](const auto&) { return false; }},
      instruction.operation);
}

bool areAlikeAccesses(const Instruction& a, const Instruction& b) {
  if (a.operation.index() != b.operation.index() || a.reference != b.reference || !haveSameMarks(a, b)) {
    return false;
  }
  return std::visit(
      Overloaded{
          [&](const LoadOp& o) { return areAlike(o.atomicity, std::get<LoadOp>(b.operation).atomicity); },
          [&](const StoreOp& o) { return areAlike(o.atomicity, std::get<StoreOp>(b.operation).atomicity); },
          [&](const RmwOperation& o) {
            const auto& other = std::get<RmwOperation>(b.operation);
            return o.op == other.op && o.kind == other.kind && areAlike(o.atomicity, other.atomicity);
          },
          [](const auto&) { return false; }},
      a.operation);
}

}  // namespace hrfcheck::inline program
