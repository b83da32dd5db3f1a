#include "program/ir/unknown_in_condition.h"

#include "util/overloaded.h"

namespace hrfcheck::inline program {

bool settledByUnknown(const Condition& condition, bool wantsFalse, const StateVariable& variable) {
  const auto concerns = [&](const ConditionTerm& term) {
    const auto* named = std::get_if<StateVariable>(&term);
    return named != nullptr && *named == variable;
  };
  const auto both = [&](const Condition& left, const Condition& right) {
    return settledByUnknown(left, wantsFalse, variable) && settledByUnknown(right, wantsFalse, variable);
  };
  return std::visit(
      Overloaded{[](const TrueCondition&) { return true; },
                 [&](const CompareCondition& c) {
                   if (!concerns(c.left) && !concerns(c.right)) {
                     return true;
                   }
                   const bool number =
                       std::holds_alternative<Value>(c.left) || std::holds_alternative<Value>(c.right);
                   return number && c.op == (wantsFalse ? CompareOp::Eq : CompareOp::Ne);
                 },
                 [&](const NotCondition& c) { return settledByUnknown(*c.operand, !wantsFalse, variable); },
                 [&](const AndCondition& c) { return both(*c.left, *c.right); },
                 [&](const OrCondition& c) { return both(*c.left, *c.right); }},
      condition.node);
}

}  // namespace hrfcheck::inline program
