#include "program/ir/unknown_in_condition.h"

#include "program/ir/condition_parts.h"

namespace hrfcheck::inline program {

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

}  // namespace hrfcheck::inline program
