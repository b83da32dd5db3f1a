#include "program/symmetry/same_code.h"

#include <algorithm>

#include "program/expr/substitute.h"
#include "program/flow/copied_instructions.h"
#include "util/overloaded.h"

namespace hrfcheck::inline program {
namespace {

bool same(const ExprPtr& a, const ExprPtr& b) {
  return a == b || (a && b && sameExpr(*a, *b));
}

bool same(const Atomicity& a, const Atomicity& b) {
  return a.order == b.order && a.level == b.level && a.remote == b.remote;
}

bool same(const std::optional<Atomicity>& a, const std::optional<Atomicity>& b) {
  return a.has_value() == b.has_value() && (!a || same(*a, *b));
}

bool same(const FenceSpaces& a, const FenceSpaces& b) {
  return a.global == b.global && a.local == b.local;
}

bool same(const std::optional<Predicate>& a, const std::optional<Predicate>& b) {
  return a.has_value() == b.has_value() && (!a || (a->reg == b->reg && a->negated == b->negated));
}

bool same(const Operation& one, const Operation& other) {
  return std::visit(
      Overloaded{
          [](const LoadOp& a, const LoadOp& b) {
            return a.target == b.target && same(a.address, b.address) && same(a.atomicity, b.atomicity);
          },
          [](const StoreOp& a, const StoreOp& b) {
            return same(a.address, b.address) && same(a.value, b.value) && same(a.atomicity, b.atomicity);
          },
          [](const RmwOperation& a, const RmwOperation& b) {
            return a.target == b.target && a.op == b.op && same(a.address, b.address) &&
                   same(a.operand, b.operand) && same(a.expected, b.expected) &&
                   same(a.atomicity, b.atomicity) && a.failureOrder == b.failureOrder && a.kind == b.kind;
          },
          [](const FenceOp& a, const FenceOp& b) {
            return same(a.atomicity, b.atomicity) && same(a.spaces, b.spaces);
          },
          [](const BarrierOp& a, const BarrierOp& b) {
            return a.level == b.level && a.id == b.id && a.memoryLevel == b.memoryLevel &&
                   same(a.spaces, b.spaces) && a.order == b.order && a.fences == b.fences &&
                   a.instance == b.instance && a.count == b.count && a.waits == b.waits &&
                   a.amongNamed == b.amongNamed;
          },
          [](const AssignOp& a, const AssignOp& b) { return a.target == b.target && same(a.value, b.value); },
          [](const BranchOp& a, const BranchOp& b) {
            return a.target == b.target && same(a.condition, b.condition);
          },
          [](const JumpOp& a, const JumpOp& b) { return a.target == b.target; },
          [](const ExitOp&, const ExitOp&) { return true; }, [](const NopOp&, const NopOp&) { return true; },
          [](const LockLoadOp& a, const LockLoadOp& b) {
            return a.locked == b.locked && a.target == b.target && same(a.address, b.address);
          },
          [](const UnlockStoreOp& a, const UnlockStoreOp& b) {
            return same(a.address, b.address) && same(a.value, b.value);
          },
          [](const VoteOp& a, const VoteOp& b) {
            return a.target == b.target && a.vote == b.vote && same(a.ballot, b.ballot);
          },
          [](const ReconvergenceOp& a, const ReconvergenceOp& b) { return a.target == b.target; },
          [](const auto&, const auto&) { return false; }},
      one, other);
}

bool same(const Instruction& a, const Instruction& b) {
  return same(a.predicate, b.predicate) && same(a.operation, b.operation) && haveSameMarks(a, b) &&
         a.reference == b.reference;
}

}  // namespace

bool sameCode(const Thread& a, const Thread& b) {
  return a.registers.size() == b.registers.size() && a.initialRegisters == b.initialRegisters &&
         std::ranges::equal(a.instructions, b.instructions,
                            [](const Instruction& x, const Instruction& y) { return same(x, y); });
}

}  // namespace hrfcheck::inline program
