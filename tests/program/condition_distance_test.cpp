#include <doctest/doctest.h>

#include "program/condition/condition.h"

using namespace hrfcheck;

namespace {

ConditionPtr is(LocationId location, Value value) {
  return std::make_shared<const Condition>(
      Condition{CompareCondition{StateVariable{kNoThread, 0, location}, CompareOp::Eq, value}});
}
template <typename Node>
ConditionPtr of(const ConditionPtr& a, const ConditionPtr& b) {
  return std::make_shared<const Condition>(Condition{Node{a, b}});
}
ConditionPtr negated(const ConditionPtr& a) {
  return std::make_shared<const Condition>(Condition{NotCondition{a}});
}

/// From a state in which location n has the n-th value.
ConditionDistance from(const std::vector<Value>& values, const ConditionPtr& condition) {
  return distanceFrom(*condition, [&](const StateVariable& v) { return values[v.location]; });
}

}  // namespace

TEST_CASE("comparisons of a conjunction add up, of a disjunction the nearest counts") {
  const ConditionPtr both = of<AndCondition>(is(0, 1), is(1, 0));
  CHECK(from({1, 0}, both).wrong == 0);
  CHECK(from({1, 1}, both).wrong == 1);
  CHECK(from({0, 1}, both).wrong == 2);
  const ConditionPtr either = of<OrCondition>(both, is(2, 5));
  CHECK(from({0, 1, 4}, either).wrong == 1);
  CHECK(from({0, 1, 5}, either).wrong == 0);
}

TEST_CASE("negations turn the two round") {
  const ConditionPtr both = of<AndCondition>(is(0, 1), is(1, 0));
  CHECK(from({1, 0}, negated(both)).wrong == 1);
  CHECK(from({1, 1}, negated(both)).wrong == 0);
  CHECK(from({1, 5}, negated(of<OrCondition>(is(0, 1), is(1, 5)))).wrong == 2);
  CHECK(from({1}, std::make_shared<const Condition>(Condition{TrueCondition{}})).wrong == 0);
}

TEST_CASE("of two as near, what is written first decides") {
  const ConditionPtr both = of<AndCondition>(is(0, 1), is(1, 0));
  CHECK(from({1, 1}, both) < from({0, 0}, both));
}
