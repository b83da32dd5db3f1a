#include "engine/smt/encode/conditions.h"

#include "util/overloaded.h"

namespace hrfcheck::inline engine::smt {
namespace {

GuardedValues valuesOf(const CandidateFormula& candidate, const ConditionTerm& term) {
  return std::visit(Overloaded{[&](const StateVariable& v) { return candidate.finalValue(v); },
                               [](Value v) { return GuardedValues(v); }},
                    term);
}

}  // namespace

Lit conditionLiteral(Formula& formula, const CandidateFormula& candidate, const Condition& condition) {
  const auto of = [&](const ConditionPtr& c) { return conditionLiteral(formula, candidate, *c); };
  return std::visit(Overloaded{[](const TrueCondition&) { return kTrue; },
                               [&](const CompareCondition& c) {
                                 return comparison(formula, c.op, valuesOf(candidate, c.left),
                                                   valuesOf(candidate, c.right));
                               },
                               [&](const NotCondition& c) { return -of(c.operand); },
                               [&](const AndCondition& c) { return formula.andOf(of(c.left), of(c.right)); },
                               [&](const OrCondition& c) { return formula.orOf(of(c.left), of(c.right)); }},
                    condition.node);
}

}  // namespace hrfcheck::inline engine::smt
