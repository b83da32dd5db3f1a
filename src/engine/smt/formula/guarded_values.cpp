// Finite values as one literal per value ("one-hot"), found by running expressions on all combinations.
//
// The value sets are the ones that reads can return, so they are small; bit-vectors and integers were slower
// on every family of tests. Combinations that the formula sees to be impossible are dropped at once, which
// makes r0 ^ r0 the constant 0 and keeps a false dependency from looking like a real choice. Only what
// depends on values that no write computes from the test's constants has bits, besides; operators on these
// are circuits (open_arithmetic.h), and comparisons lead back to known values.

#include "engine/smt/formula/guarded_values.h"

#include <algorithm>
#include <map>

#include "engine/smt/formula/open_arithmetic.h"
#include "program/expr/addresses.h"
#include "program/expr/operators.h"
#include "util/invariant.h"
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

GuardedValues::GuardedValues(Formula& formula, const std::vector<Entry>& entries, OpenValue open) {
  if (open.when == kFalse) {
    *this = GuardedValues(formula, entries);
    return;
  }
  std::map<Value, std::vector<Lit>> byValue;
  for (const auto& [value, literal] : entries) {
    byValue[value].push_back(literal);
  }
  for (auto& [value, literals] : byValue) {
    if (const Lit literal = formula.orOf(std::move(literals)); literal != kFalse) {
      entries_.emplace_back(value, literal);
    }
  }
  open_ = std::make_shared<const OpenValue>(open);
}

Bits GuardedValues::bits(Formula& formula) const {
  if (entries_.size() == 1 && open_ == nullptr) {
    return constantBits(entries_[0].first);
  }
  std::array<std::vector<Lit>, std::tuple_size_v<Bits>> ways;
  for (const auto& [value, literal] : entries_) {
    const Bits known = constantBits(value);
    for (std::size_t i = 0; i < ways.size(); ++i) {
      if (known[i] == kTrue) {
        ways[i].push_back(literal);
      }
    }
  }
  Bits result{};
  for (std::size_t i = 0; i < ways.size(); ++i) {
    if (open_ != nullptr) {
      ways[i].push_back(formula.andOf(open_->when, open_->bits[i]));
    }
    result[i] = formula.orOf(std::move(ways[i]));
  }
  return result;
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

namespace {

/// The open value of the one is a known value of the other.
void addOpenWays(Formula& formula, const GuardedValues& open, const GuardedValues& known,
                 std::vector<Lit>& ways) {
  if (open.open() == nullptr) {
    return;
  }
  for (const auto& [value, literal] : known.entries()) {
    const Lit same = equalBits(formula, open.open()->bits, constantBits(value));
    ways.push_back(formula.andOf({open.open()->when, literal, same}));
  }
}

}  // namespace

Lit equal(Formula& formula, const GuardedValues& a, const GuardedValues& b) {
  std::vector<Lit> ways;
  for (const auto& [value, literal] : a.entries()) {
    const Lit other = b.is(value);
    if (other != kFalse) {
      ways.push_back(formula.andOf(literal, other));
    }
  }
  addOpenWays(formula, a, b, ways);
  addOpenWays(formula, b, a, ways);
  if (a.open() != nullptr && b.open() != nullptr) {
    const Lit same = equalBits(formula, a.open()->bits, b.open()->bits);
    ways.push_back(formula.andOf({a.open()->when, b.open()->when, same}));
  }
  return formula.orOf(std::move(ways));
}

Lit isNotZero(Formula& formula, const GuardedValues& values) {
  const OpenValue* open = values.open();
  if (open == nullptr) {
    return values.where(formula, [](Value v) { return v != 0; });
  }
  std::vector<Lit> ways{formula.andOf(open->when, -isZero(formula, open->bits))};
  for (const auto& [value, literal] : values.entries()) {
    if (value != 0) {
      ways.push_back(literal);
    }
  }
  return formula.orOf(std::move(ways));
}

Lit comparison(Formula& formula, CompareOp op, const GuardedValues& left, const GuardedValues& right) {
  if (left.open() == nullptr && right.open() == nullptr) {
    const Evaluated result = combine(formula, left, right, [&](Value a, Value b) {
      return std::optional<Value>(compare(op, a, b) ? 1 : 0);
    });
    return result.values.where(formula, [](Value v) { return v != 0; });
  }
  const Bits a = left.bits(formula);
  const Bits b = right.bits(formula);
  switch (op) {
    case CompareOp::Eq:
      return equalBits(formula, a, b);
    case CompareOp::Ne:
      return -equalBits(formula, a, b);
    case CompareOp::Lt:
      return isLess(formula, a, b, true);
    case CompareOp::Le:
      return -isLess(formula, b, a, true);
    case CompareOp::Gt:
      return isLess(formula, b, a, true);
    case CompareOp::Ge:
      return -isLess(formula, a, b, true);
  }
  INVARIANT(false, "a comparison without a circuit");
}

namespace {

OpenValue joinedOpen(Formula& formula, const std::vector<Alternative>& alternatives) {
  OpenValue result;
  std::vector<Lit> when;
  std::array<std::vector<Lit>, std::tuple_size_v<Bits>> ways;
  for (const Alternative& alternative : alternatives) {
    const OpenValue* open = alternative.values->open();
    if (open == nullptr) {
      continue;
    }
    const Lit here = formula.andOf(alternative.guard, open->when);
    when.push_back(here);
    for (std::size_t i = 0; i < ways.size(); ++i) {
      ways[i].push_back(formula.andOf(here, open->bits[i]));
    }
    result.mayBeAddress = result.mayBeAddress || open->mayBeAddress;
  }
  result.when = formula.orOf(std::move(when));
  for (std::size_t i = 0; i < ways.size(); ++i) {
    result.bits[i] = formula.orOf(std::move(ways[i]));
  }
  return result;
}

}  // namespace

GuardedValues join(Formula& formula, const std::vector<Alternative>& alternatives) {
  const bool same = std::all_of(alternatives.begin(), alternatives.end(), [&](const Alternative& a) {
    return *a.values == *alternatives.front().values;
  });
  if (same && !alternatives.empty()) {
    return *alternatives.front().values;
  }
  std::vector<GuardedValues::Entry> entries;
  bool open = false;
  for (const Alternative& alternative : alternatives) {
    open = open || alternative.values->open() != nullptr;
    for (const auto& [value, literal] : alternative.values->entries()) {
      entries.emplace_back(value, formula.andOf(alternative.guard, literal));
    }
  }
  return open ? GuardedValues(formula, entries, joinedOpen(formula, alternatives))
              : GuardedValues(formula, entries);
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

Lit openWhen(const GuardedValues& values) {
  return values.open() == nullptr ? kFalse : values.open()->when;
}

OpenOperand openOperand(Formula& formula, const GuardedValues& values) {
  const bool address =
      std::ranges::any_of(values.entries(), [](const auto& e) { return isAddress(e.first); });
  return {values.bits(formula), address || (values.open() != nullptr && values.open()->mayBeAddress)};
}

/// Where all operands are known, `known`; elsewhere (`when`) what the circuit gives.
Evaluated withOpen(Formula& formula, const Evaluated& known, Lit when, const OpenResult& result, bool truth) {
  Evaluated all{{},
                formula.orOf(known.fault, formula.andOf(when, result.fault)),
                formula.orOf(known.inexact, formula.andOf(when, result.inexact))};
  std::vector<GuardedValues::Entry> entries;
  for (const auto& [value, literal] : known.values.entries()) {
    entries.emplace_back(value, formula.andOf(literal, -when));
  }
  if (truth) {
    entries.emplace_back(1, formula.andOf(when, result.bits[0]));
    entries.emplace_back(0, formula.andOf(when, -result.bits[0]));
    all.values = GuardedValues(formula, entries);
  } else {
    all.values = GuardedValues(formula, entries, {when, result.bits, result.mayBeAddress});
  }
  return all;
}

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
  Evaluated known{GuardedValues(formula, entries), formula.orOf(std::move(faults)), operand.inexact};
  if (const OpenValue* open = operand.values.open()) {
    const OpenResult result = compute(formula, expr.op, {open->bits, open->mayBeAddress}, expr.kind);
    return withOpen(formula, known, open->when, result, expr.op == UnaryOp::LogicalNot);
  }
  return known;
}

/// Only what is chosen need have a value.
Evaluated selected(Formula& formula, const Evaluated& condition, const Evaluated& yes, const Evaluated& no) {
  const Lit holds = isNotZero(formula, condition.values);
  return {join(formula, {{holds, &yes.values}, {-holds, &no.values}}),
          formula.orOf({condition.fault, formula.andOf(holds, yes.fault), formula.andOf(-holds, no.fault)}),
          formula.orOf({condition.inexact, yes.inexact, no.inexact})};
}

/// The right side need have a value only where the left one does not decide.
Evaluated logical(Formula& formula, BinaryOp op, const Evaluated& left, const Evaluated& right) {
  const bool both = op == BinaryOp::LogicalAnd;
  const Lit first = isNotZero(formula, left.values);
  const Lit second = isNotZero(formula, right.values);
  const Lit open = both ? first : -first;
  const Lit holds = both ? formula.andOf(first, second) : formula.orOf({first, second});
  return {GuardedValues(formula, {{Value{0}, -holds}, {Value{1}, holds}}),
          formula.orOf({left.fault, formula.andOf(open, right.fault)}),
          formula.orOf(left.inexact, right.inexact)};
}

Evaluated binaryValue(Formula& formula, const BinaryExpr& expr, const Evaluated& left,
                      const Evaluated& right) {
  if (groupOf(expr.op) == OperatorGroup::Logical) {
    return logical(formula, expr.op, left, right);
  }
  Evaluated result = combine(formula, left.values, right.values,
                             [&](Value a, Value b) { return apply(expr.op, a, b, expr.kind); });
  const Lit when = formula.orOf(openWhen(left.values), openWhen(right.values));
  if (when != kFalse) {
    result = withOpen(formula, result, when,
                      compute(formula, expr.op, openOperand(formula, left.values),
                              openOperand(formula, right.values), expr.kind),
                      givesTruth(expr.op));
  }
  result.fault = formula.orOf({result.fault, left.fault, right.fault});
  result.inexact = formula.orOf({result.inexact, left.inexact, right.inexact});
  return result;
}

/// What is stored where the values are open.
OpenResult updatedOpen(Formula& formula, const RmwOperation& operation, const GuardedValues& old,
                       const GuardedValues& operand) {
  const OpenOperand before = openOperand(formula, old);
  const OpenOperand with = openOperand(formula, operand);
  if (const std::optional<BinaryOp> op = arithmeticOf(operation.op)) {
    return compute(formula, *op, before, with, operation.kind);
  }
  const Bits zero = constantBits(0);
  const Bits one = constantBits(1);
  if (operation.op == RmwOp::IncrementTo) {
    return {chosen(formula, -isLess(formula, before.bits, with.bits, false), zero,
                   added(formula, before.bits, one).bits)};
  }
  if (operation.op == RmwOp::DecrementFrom) {
    const Lit restarts =
        formula.orOf(isZero(formula, before.bits), isLess(formula, with.bits, before.bits, false));
    return {chosen(formula, restarts, with.bits, subtracted(formula, before.bits, one).bits)};
  }
  INVARIANT(!combinesOld(operation.op), "an update without a circuit");
  return {with.bits, kFalse, kFalse, with.mayBeAddress};
}

}  // namespace

Evaluated updated(Formula& formula, const RmwOperation& operation, const GuardedValues& old,
                  const GuardedValues& operand) {
  const Evaluated known = combine(formula, old, operand, [&](Value before, Value with) {
    return forgedByRmw(operation.op, operation.kind, before, with)
               ? std::nullopt
               : std::optional(rmwResult(operation.op, operation.kind, before, with));
  });
  const Lit when = formula.orOf(openWhen(old), openWhen(operand));
  return when == kFalse
             ? known
             : withOpen(formula, known, when, updatedOpen(formula, operation, old, operand), false);
}

Evaluated evaluate(Formula& formula, const Expr& expr, const std::vector<GuardedValues>& registers) {
  const auto of = [&](const ExprPtr& e) { return evaluate(formula, *e, registers); };
  return std::visit(
      Overloaded{[](const ConstantExpr& e) -> Evaluated { return {GuardedValues(e.value)}; },
                 [&](const RegisterExpr& e) -> Evaluated { return {registers[e.reg]}; },
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
