#include "engine/smt/encode/conditions.h"

#include "util/overloaded.h"

namespace hrfcheck::inline engine::smt {
namespace {

GuardedValues valuesOf(const CandidateFormula& candidate, const ConditionTerm& term) {
  return std::visit(Overloaded{[&](const StateVariable& v) { return candidate.finalValue(v); },
                               [](Value v) { return GuardedValues(v); }},
                    term);
}

Lit comparison(Formula& formula, const CandidateFormula& candidate, const CompareCondition& c) {
  const Evaluated result =
      combine(formula, valuesOf(candidate, c.left), valuesOf(candidate, c.right),
              [&](Value a, Value b) { return std::optional<Value>(compare(c.op, a, b) ? 1 : 0); });
  return result.values.where(formula, [](Value v) { return v != 0; });
}

}  // namespace

Lit conditionLiteral(Formula& formula, const CandidateFormula& candidate, const Condition& condition) {
  const auto of = [&](const ConditionPtr& c) { return conditionLiteral(formula, candidate, *c); };
  return std::visit(Overloaded{[](const TrueCondition&) { return kTrue; },
                               [&](const CompareCondition& c) { return comparison(formula, candidate, c); },
                               [&](const NotCondition& c) { return -of(c.operand); },
                               [&](const AndCondition& c) { return formula.andOf(of(c.left), of(c.right)); },
                               [&](const OrCondition& c) { return formula.orOf(of(c.left), of(c.right)); }},
                    condition.node);
}

}  // namespace hrfcheck::inline engine::smt
