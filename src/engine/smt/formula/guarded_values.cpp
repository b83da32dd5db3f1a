// Finite values as one literal per value ("one-hot"), found by running expressions on all combinations.
//
// The value sets are the ones that reads can return, so they are small; bit-vectors and integers were slower
// on every family of tests. Combinations that the formula sees to be impossible are dropped at once, which
// makes r0 ^ r0 the constant 0 and keeps a false dependency from looking like a real choice.

#include "engine/smt/formula/guarded_values.h"

#include <algorithm>
#include <map>

#include "util/overloaded.h"

namespace hrfcheck::inline engine::smt {

GuardedValues::GuardedValues(Formula& formula, const std::vector<Entry>& entries) {
  std::map<Value, std::vector<Lit>> byValue;
  for (const auto& [value, literal] : entries) {
    if (literal != kFalse) {
      byValue[value].push_back(literal);
    }
  }
  for (auto& [value, literals] : byValue) {
    const Lit literal = formula.orOf(std::move(literals));
    if (literal == kTrue) {
      entries_ = {{value, kTrue}};
      return;
    }
    if (literal != kFalse) {
      entries_.emplace_back(value, literal);
    }
  }
  if (entries_.size() == 1) {
    entries_[0].second = kTrue;
  }
}

Lit GuardedValues::is(Value value) const {
  const auto found = std::lower_bound(entries_.begin(), entries_.end(), value,
                                      [](const Entry& e, Value v) { return e.first < v; });
  return found != entries_.end() && found->first == value ? found->second : kFalse;
}

Lit GuardedValues::where(Formula& formula, const std::function<bool(Value)>& accept) const {
  std::vector<Lit> accepted;
  std::vector<Lit> rejected;
  for (const auto& [value, literal] : entries_) {
    (accept(value) ? accepted : rejected).push_back(literal);
  }
  if (rejected.empty()) {
    return kTrue;
  }
  // Of the two ways to say it, the one that needs no gate.
  if (accepted.size() > 1 && rejected.size() == 1) {
    return -rejected[0];
  }
  return formula.orOf(std::move(accepted));
}

Lit equal(Formula& formula, const GuardedValues& a, const GuardedValues& b) {
  std::vector<Lit> ways;
  for (const auto& [value, literal] : a.entries()) {
    const Lit other = b.is(value);
    if (other != kFalse) {
      ways.push_back(formula.andOf(literal, other));
    }
  }
  return formula.orOf(std::move(ways));
}

GuardedValues join(Formula& formula, const std::vector<Alternative>& alternatives) {
  const bool same = std::all_of(alternatives.begin(), alternatives.end(), [&](const Alternative& a) {
    return *a.values == *alternatives.front().values;
  });
  if (same && !alternatives.empty()) {
    return *alternatives.front().values;
  }
  std::vector<GuardedValues::Entry> entries;
  for (const Alternative& alternative : alternatives) {
    for (const auto& [value, literal] : alternative.values->entries()) {
      entries.emplace_back(value, formula.andOf(alternative.guard, literal));
    }
  }
  return {formula, std::move(entries)};
}

Evaluated combine(Formula& formula, const GuardedValues& left, const GuardedValues& right,
                  const std::function<std::optional<Value>(Value, Value)>& apply) {
  std::vector<GuardedValues::Entry> entries;
  std::vector<Lit> faults;
  for (const auto& [a, whenA] : left.entries()) {
    for (const auto& [b, whenB] : right.entries()) {
      const Lit both = formula.andOf(whenA, whenB);
      if (both == kFalse) {
        continue;
      }
      if (const auto value = apply(a, b)) {
        entries.emplace_back(*value, both);
      } else {
        faults.push_back(both);
      }
    }
  }
  return {GuardedValues(formula, std::move(entries)), formula.orOf(std::move(faults))};
}

namespace {

Evaluated unaryValue(Formula& formula, const UnaryExpr& expr, const Evaluated& operand) {
  std::vector<GuardedValues::Entry> entries;
  std::vector<Lit> faults{operand.fault};
  for (const auto& [value, literal] : operand.values.entries()) {
    if (const auto result = apply(expr.op, value, expr.kind)) {
      entries.emplace_back(*result, literal);
    } else {
      faults.push_back(literal);
    }
  }
  return {GuardedValues(formula, std::move(entries)), formula.orOf(std::move(faults))};
}

/// Only what is chosen need have a value.
Evaluated selected(Formula& formula, const Evaluated& condition, const Evaluated& yes, const Evaluated& no) {
  const Lit holds = condition.values.where(formula, [](Value v) { return v != 0; });
  return {join(formula, {{holds, &yes.values}, {-holds, &no.values}}),
          formula.orOf({condition.fault, formula.andOf(holds, yes.fault), formula.andOf(-holds, no.fault)})};
}

/// The right side need have a value only where the left one does not decide.
Evaluated logical(Formula& formula, BinaryOp op, const Evaluated& left, const Evaluated& right) {
  const auto isTrue = [](Value v) { return v != 0; };
  const bool both = op == BinaryOp::LogicalAnd;
  const Lit first = left.values.where(formula, isTrue);
  const Lit second = right.values.where(formula, isTrue);
  const Lit open = both ? first : -first;
  const Lit holds = both ? formula.andOf(first, second) : formula.orOf({first, second});
  return {GuardedValues(formula, {{Value{0}, -holds}, {Value{1}, holds}}),
          formula.orOf({left.fault, formula.andOf(open, right.fault)})};
}

Evaluated binaryValue(Formula& formula, const BinaryExpr& expr, const Evaluated& left,
                      const Evaluated& right) {
  if (expr.op == BinaryOp::LogicalAnd || expr.op == BinaryOp::LogicalOr) {
    return logical(formula, expr.op, left, right);
  }
  Evaluated result = combine(formula, left.values, right.values,
                             [&](Value a, Value b) { return apply(expr.op, a, b, expr.kind); });
  result.fault = formula.orOf({result.fault, left.fault, right.fault});
  return result;
}

}  // namespace

Evaluated evaluate(Formula& formula, const Expr& expr, const std::vector<GuardedValues>& registers) {
  const auto of = [&](const ExprPtr& e) { return evaluate(formula, *e, registers); };
  return std::visit(
      Overloaded{[](const ConstantExpr& e) -> Evaluated {
                   return {GuardedValues(e.value), kFalse};
                 },
                 [&](const RegisterExpr& e) -> Evaluated {
                   return {registers[e.reg], kFalse};
                 },
                 [&](const UnaryExpr& e) -> Evaluated { return unaryValue(formula, e, of(e.operand)); },
                 [&](const BinaryExpr& e) -> Evaluated {
                   const Evaluated left = of(e.left);
                   return binaryValue(formula, e, left, of(e.right));
                 },
                 [&](const SelectExpr& e) -> Evaluated {
                   return selected(formula, of(e.condition), of(e.whenTrue), of(e.whenFalse));
                 }},
      expr.node);
}

}  // namespace hrfcheck::inline engine::smt
