#include "program/ir/condition_distance.h"

#include <algorithm>

#include "util/overloaded.h"

namespace hrfcheck::inline program {
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
