#include "program/ir/operands.h"

#include "program/ir/operation_parts.h"

namespace hrfcheck::inline program {
namespace {

/// The atomicity of an Operation or a const Operation, or null.
template <typename Whole>
Like<Whole, Atomicity>* atomicityIn(Whole& operation) {
  Like<Whole, Atomicity>* found = nullptr;
  visitParts(operation,
             Overloaded{[&](AtomicityPart<Like<Whole, Atomicity>> part) { found = &part.atomicity; },
                        [](const auto&) {}});
  return found;
}

}  // namespace

Operands operandsOf(const Operation& operation) {
  Operands operands;
  visitParts(operation,
             Overloaded{[&](AddressPart<const ExprPtr> part) { operands.address = part.expr; },
                        [&](ValuePart<const ExprPtr> part) { operands.values.push_back(part.expr); },
                        [&](NumberPart<const BarrierNumber> part) {
                          if (part.number.reg) {
                            operands.values.push_back(registerRef(*part.number.reg));
                          }
                        },
                        [](const auto&) {}});
  return operands;
}

std::vector<RegisterId> targetsOf(const Operation& operation) {
  std::vector<RegisterId> targets;
  visitParts(operation, Overloaded{[&](TargetPart<const RegisterId> part) { targets.push_back(part.reg); },
                                   [](const auto&) {}});
  return targets;
}

std::vector<RegisterId> registersReadBy(const Instruction& instruction) {
  std::vector<RegisterId> read;
  const auto reads = [&](const ExprPtr& expr) {
    const std::vector<RegisterId> registers = registersOf(*expr);
    read.insert(read.end(), registers.begin(), registers.end());
  };
  if (instruction.predicate) {
    read.push_back(instruction.predicate->reg);
  }
  forEachExpr(instruction.operation, reads);
  visitParts(instruction.operation, Overloaded{[&](NumberPart<const BarrierNumber> part) {
                                                 if (part.number.reg) {
                                                   read.push_back(*part.number.reg);
                                                 }
                                               },
                                               [](const auto&) {}});
  return read;
}

AccessKind accessKindOf(const Operation& operation) {
  return std::visit(
      Overloaded{
          []<OneOf<LoadOp, LockLoadOp> Op>(const Op&) { return AccessKind::Load; },
          []<OneOf<StoreOp, UnlockStoreOp> Op>(const Op&) { return AccessKind::Store; },
          [](const RmwOperation&) { return AccessKind::Rmw; },
          []<OneOf<FenceOp, BarrierOp, AssignOp, BranchOp, JumpOp, ExitOp, NopOp, VoteOp, ReconvergenceOp>
                 Op>(const Op&) { return AccessKind::None; }},
      operation);
}

bool readsMemory(const Operation& operation) {
  const AccessKind kind = accessKindOf(operation);
  return kind == AccessKind::Load || kind == AccessKind::Rmw;
}

bool writesMemory(const Operation& operation) {
  const AccessKind kind = accessKindOf(operation);
  return kind == AccessKind::Store || kind == AccessKind::Rmw;
}

const Atomicity* atomicityOf(const Operation& operation) {
  return atomicityIn(operation);
}

Atomicity* atomicityOf(Operation& operation) {
  return atomicityIn(operation);
}

}  // namespace hrfcheck::inline program
