// Ranges of registers, without regard to the order of instructions: a register holds its initial value, or
// what some instruction sets it to. A location holds numbers of its type, which every store converts to.
// Addresses are left out: conversions leave them alone.

#include "frontend/c/lower/needless_conversions.h"

#include <algorithm>
#include <limits>

#include "program/expr/addresses.h"
#include "program/expr/expr_parts.h"
#include "program/ir/operands.h"
#include "program/ir/operation_parts.h"
#include "util/invariant.h"

namespace hrfcheck::frontend::c {
namespace {

/// Numbers from one to another; none at first.
struct Range {
  Value low = std::numeric_limits<Value>::max();
  Value high = std::numeric_limits<Value>::min();

  void add(const Range& other) {
    low = std::min(low, other.low);
    high = std::max(high, other.high);
  }
  bool within(const Range& other) const { return low > high || (other.low <= low && high <= other.high); }
  friend bool operator==(const Range&, const Range&) = default;
};

constexpr Range kAll{std::numeric_limits<Value>::min(), std::numeric_limits<Value>::max()};

Range rangeOf(IntegerKind kind) {
  if (kind.bits >= 64) {
    return kAll;
  }
  const Value numbers = Value{1} << (kind.bits - (kind.isSigned ? 1U : 0U));
  return {kind.isSigned ? -numbers : 0, numbers - 1};
}

Range rangeOf(Value value) {
  return isAddress(value) ? Range{} : Range{value, value};
}

class Ranges {
 public:
  Ranges(const Program& program, const std::vector<Value>& initial, const std::vector<Instruction>& code)
      : program_(program) {
    for (const Value v : initial) {
      registers_.push_back(rangeOf(v));
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (const Instruction& instruction : code) {
        for (const RegisterId target : targetsOf(instruction.operation)) {
          const Range before = registers_[target];
          registers_[target].add(setBy(instruction.operation));
          changed = changed || registers_[target] != before;
        }
      }
    }
  }

  Range of(const hrfcheck::Expr& expr) const {
    return std::visit(Overloaded{[](const ConstantExpr& e) { return rangeOf(e.value); },
                                 [&](const RegisterExpr& e) { return registers_[e.reg]; },
                                 [&](const hrfcheck::UnaryExpr& e) { return unary(e); },
                                 [&](const hrfcheck::BinaryExpr& e) { return binary(e); },
                                 [&](const SelectExpr& e) {
                                   Range either = of(*e.whenTrue);
                                   either.add(of(*e.whenFalse));
                                   return either;
                                 }},
                      expr.node);
  }

 private:
  Range setBy(const Operation& operation) const {
    if (const auto* assign = std::get_if<AssignOp>(&operation)) {
      return of(*assign->value);
    }
    const auto* load = std::get_if<LoadOp>(&operation);
    const auto* rmw = std::get_if<RmwOperation>(&operation);
    INVARIANT(load != nullptr || rmw != nullptr, "what sets a register in C assigns or reads");
    return at(load != nullptr ? *load->address : *rmw->address);
  }

  /// What is read there; an array is named by its first element.
  Range at(const hrfcheck::Expr& address) const {
    const auto* sum = std::get_if<hrfcheck::BinaryExpr>(&address.node);
    const auto* known = std::get_if<ConstantExpr>(sum == nullptr ? &address.node : &sum->left->node);
    const auto location = known == nullptr ? std::nullopt : program_.locationAt(known->value);
    const auto kind = location ? program_.locations[*location].kind : std::nullopt;
    // An index may lead anywhere, if to something: the other elements of the array are of the same type.
    return kind && (sum == nullptr || allAre(*kind)) ? rangeOf(*kind) : kAll;
  }

  bool allAre(IntegerKind kind) const {
    return std::ranges::all_of(program_.locations, [&](const MemoryLocation& l) { return l.kind == kind; });
  }

  Range unary(const hrfcheck::UnaryExpr& e) const {
    switch (e.op) {
      case UnaryOp::LogicalNot:
        return {0, 1};
      case UnaryOp::Assert:
      case UnaryOp::Undefined:
        return of(*e.operand);
      case UnaryOp::Minus:
      case UnaryOp::BitNot:
      case UnaryOp::Convert:
        break;
    }
    return rangeOf(e.kind);
  }

  Range binary(const hrfcheck::BinaryExpr& e) const {
    if (givesTruth(e.op)) {
      return {0, 1};
    }
    return e.op == BinaryOp::Index ? of(*e.left) : rangeOf(e.kind);
  }

  const Program& program_;
  std::vector<Range> registers_;
};

hrfcheck::ExprPtr rewritten(const hrfcheck::ExprPtr& expr, const Ranges& ranges) {
  const hrfcheck::ExprPtr changed =
      withOperands(expr, [&](const hrfcheck::ExprPtr& operand) { return rewritten(operand, ranges); });
  const auto* un = std::get_if<hrfcheck::UnaryExpr>(&changed->node);
  const bool needless =
      un != nullptr && un->op == UnaryOp::Convert && ranges.of(*un->operand).within(rangeOf(un->kind));
  return needless ? un->operand : changed;
}

}  // namespace

void dropNeedlessConversions(const Program& program, const std::vector<Value>& initial,
                             std::vector<Instruction>& code) {
  const Ranges ranges(program, initial, code);
  for (Instruction& instruction : code) {
    forEachExpr(instruction.operation, [&](hrfcheck::ExprPtr& expr) { expr = rewritten(expr, ranges); });
  }
}

}  // namespace hrfcheck::frontend::c
