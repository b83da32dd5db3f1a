#include "program/ir/operands.h"

#include <type_traits>

#include "util/overloaded.h"

namespace hrfcheck::inline program {
namespace {

/// T, const where Whole is.
template <typename Whole, typename T>
using Like = std::conditional_t<std::is_const_v<Whole>, const T, T>;

/// The atomicity of an Operation or a const Operation, or null.
template <typename Whole>
Like<Whole, Atomicity>* atomicityIn(Whole& operation) {
  using Found = Like<Whole, Atomicity>*;
  const auto optional = [](Like<Whole, std::optional<Atomicity>>& a) -> Found { return a ? &*a : nullptr; };
  return std::visit(
      Overloaded{
          [&](Like<Whole, LoadOp>& o) -> Found { return optional(o.atomicity); },
          [&](Like<Whole, StoreOp>& o) -> Found { return optional(o.atomicity); },
          [](Like<Whole, RmwOperation>& o) -> Found { return &o.atomicity; },
          [&](Like<Whole, FenceOp>& o) -> Found { return optional(o.atomicity); },
          [](const BarrierOp&) -> Found { return nullptr; }, [](const AssignOp&) -> Found { return nullptr; },
          [](const BranchOp&) -> Found { return nullptr; }, [](const JumpOp&) -> Found { return nullptr; },
          [](const ExitOp&) -> Found { return nullptr; }, [](const NopOp&) -> Found { return nullptr; },
          [](const LockLoadOp&) -> Found { return nullptr; },
          [](const UnlockStoreOp&) -> Found { return nullptr; },
          [](const VoteOp&) -> Found { return nullptr; },
          [](const ReconvergenceOp&) -> Found { return nullptr; }},
      operation);
}

}  // namespace

Operands operandsOf(const Operation& operation) {
  return std::visit(
      Overloaded{[](const LoadOp& o) -> Operands {
                   return {o.address, {}};
                 },
                 [](const StoreOp& o) -> Operands {
                   return {o.address, {o.value}};
                 },
                 [](const RmwOperation& o) -> Operands {
                   Operands operands{o.address, {o.operand}};
                   if (o.expected) {
                     operands.values.push_back(o.expected);
                   }
                   return operands;
                 },
                 [](const AssignOp& o) -> Operands {
                   return {nullptr, {o.value}};
                 },
                 [](const BranchOp& o) -> Operands {
                   return {nullptr, {o.condition}};
                 },
                 [](const BarrierOp& o) {
                   Operands operands;
                   for (const BarrierNumber& number : {o.instance, o.id, o.count.value_or(0)}) {
                     if (number.reg) {
                       operands.values.push_back(registerRef(*number.reg));
                     }
                   }
                   return operands;
                 },
                 [](const FenceOp&) { return Operands(); }, [](const JumpOp&) { return Operands(); },
                 [](const ExitOp&) { return Operands(); }, [](const NopOp&) { return Operands(); },
                 [](const LockLoadOp& o) -> Operands {
                   return {o.address, {}};
                 },
                 [](const UnlockStoreOp& o) -> Operands {
                   return {o.address, {o.value}};
                 },
                 [](const VoteOp& o) -> Operands {
                   return {nullptr, {o.ballot}};
                 },
                 [](const ReconvergenceOp&) { return Operands(); }},
      operation);
}

AccessKind accessKindOf(const Operation& operation) {
  return std::visit(
      Overloaded{
          [](const LoadOp&) { return AccessKind::Load; }, [](const StoreOp&) { return AccessKind::Store; },
          [](const RmwOperation&) { return AccessKind::Rmw; },
          [](const FenceOp&) { return AccessKind::None; }, [](const BarrierOp&) { return AccessKind::None; },
          [](const AssignOp&) { return AccessKind::None; }, [](const BranchOp&) { return AccessKind::None; },
          [](const JumpOp&) { return AccessKind::None; }, [](const ExitOp&) { return AccessKind::None; },
          [](const NopOp&) { return AccessKind::None; }, [](const LockLoadOp&) { return AccessKind::Load; },
          [](const UnlockStoreOp&) { return AccessKind::Store; },
          [](const VoteOp&) { return AccessKind::None; },
          [](const ReconvergenceOp&) { return AccessKind::None; }},
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
