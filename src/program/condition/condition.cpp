#include "program/condition/condition.h"

#include <algorithm>

#include "util/overloaded.h"

namespace hrfcheck::inline program {
namespace {

using Reader = std::function<Value(const StateVariable&)>;

Value valueOf(const ConditionTerm& term, const Reader& read) {
  return std::visit(Overloaded{[&](const StateVariable& v) { return read(v); }, [](Value v) { return v; }},
                    term);
}

}  // namespace

bool compare(CompareOp op, Value left, Value right) {
  switch (op) {
    case CompareOp::Eq:
      return left == right;
    case CompareOp::Ne:
      return left != right;
    case CompareOp::Lt:
      return left < right;
    case CompareOp::Le:
      return left <= right;
    case CompareOp::Gt:
      return left > right;
    case CompareOp::Ge:
      return left >= right;
  }
  return false;
}

bool holds(const Condition& condition, const Reader& read) {
  return std::visit(
      Overloaded{[](const TrueCondition&) { return true; },
                 [&](const CompareCondition& c) {
                   return compare(c.op, valueOf(c.left, read), valueOf(c.right, read));
                 },
                 [&](const NotCondition& c) { return !holds(*c.operand, read); },
                 [&](const AndCondition& c) { return holds(*c.left, read) && holds(*c.right, read); },
                 [&](const OrCondition& c) { return holds(*c.left, read) || holds(*c.right, read); }},
      condition.node);
}

std::optional<bool> constantTruth(const Condition& condition) {
  if (!variablesOf(condition).empty()) {
    return std::nullopt;
  }
  return holds(condition, [](const StateVariable&) { return Value{0}; });
}

std::vector<StateVariable> variablesOf(const Condition& condition) {
  std::vector<StateVariable> result;
  const auto note = [&](const ConditionTerm& term) {
    if (const auto* variable = std::get_if<StateVariable>(&term)) {
      result.push_back(*variable);
    }
  };
  forEachComparison(condition, [&](const CompareCondition& c, bool) {
    note(c.left);
    note(c.right);
  });
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

bool settledByUnknown(const Condition& condition, bool wantsFalse, const StateVariable& variable) {
  const auto concerns = [&](const ConditionTerm& term) {
    const auto* named = std::get_if<StateVariable>(&term);
    return named != nullptr && *named == variable;
  };
  bool settled = true;
  const auto compared = [&](const CompareCondition& c, bool negated) {
    if (concerns(c.left) || concerns(c.right)) {
      const bool number = std::holds_alternative<Value>(c.left) || std::holds_alternative<Value>(c.right);
      const CompareOp settles = wantsFalse != negated ? CompareOp::Eq : CompareOp::Ne;
      settled = settled && number && c.op == settles;
    }
  };
  forEachComparison(condition, compared);
  return settled;
}

namespace {

using Read = std::function<Value(const StateVariable&)>;

ConditionDistance both(ConditionDistance left, const ConditionDistance& right) {
  left.wrong += right.wrong;
  left.comparisons.insert(left.comparisons.end(), right.comparisons.begin(), right.comparisons.end());
  return left;
}

ConditionDistance single(bool wrong) {
  return {wrong ? 1U : 0U, {wrong}};
}

/// @param wanted the condition is to hold; else its negation
ConditionDistance distance(const Condition& condition, const Read& read, bool wanted) {
  const auto joined = [&](const ConditionPtr& left, const ConditionPtr& right, bool all) {
    const ConditionDistance a = distance(*left, read, wanted);
    const ConditionDistance b = distance(*right, read, wanted);
    return all ? both(a, b) : std::min(a, b);
  };
  return std::visit(Overloaded{
                        [&](const TrueCondition&) { return single(!wanted); },
                        [&](const CompareCondition&) { return single(holds(condition, read) != wanted); },
                        [&](const NotCondition& c) { return distance(*c.operand, read, !wanted); },
                        [&](const AndCondition& c) { return joined(c.left, c.right, wanted); },
                        [&](const OrCondition& c) { return joined(c.left, c.right, !wanted); },
                    },
                    condition.node);
}

}  // namespace

ConditionDistance distanceFrom(const Condition& condition, const Read& read) {
  return distance(condition, read, true);
}

}  // namespace hrfcheck::inline program
