// Counting and arranging, in small.

#include "engine/orbits.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "program/symmetry/condition_symmetry.h"
#include "support/program_builder.h"
#include "util/invariant.h"

namespace hrfcheck::test::orbits_test {
namespace {

using Walk = Arrangements::Walk;

TEST_CASE("quotients of factorials") {
  CHECK(FactorialQuotient().times(7) == 7);
  CHECK(FactorialQuotient().multiply(5).times(1) == 120);
  CHECK(FactorialQuotient().multiply(5).divide(3).divide(2).times(1) == 10);
  CHECK(FactorialQuotient().multiply(60).divide(58).times(1) == 60 * 59);
  CHECK(FactorialQuotient().divide(4).times(48) == 2);
  CHECK(FactorialQuotient().multiply(60).times(0) == 0);
  CHECK(FactorialQuotient().multiply(20).times(1) == 2432902008176640000U);
  CHECK(FactorialQuotient().multiply(21).times(1) == std::nullopt);
  CHECK_THROWS_AS(FactorialQuotient().divide(3).times(4), InternalError);
}

/// Values of one register in each of `values.size()` blocks.
std::vector<BlockSlots> oneGroup(std::size_t blocks) {
  BlockSlots group;
  for (std::size_t i = 0; i < blocks; ++i) {
    group.slots.push_back({i});
  }
  return {group};
}

TEST_CASE("arrangements are those of a multiset, with their numbers of permutations") {
  const std::vector<BlockSlots> groups = oneGroup(4);
  const std::vector<Value> values{7, 5, 7, 7};
  Arrangements a(groups, {{0, 0}, {0, 1}, {0, 2}, {0, 3}}, values);
  std::set<std::vector<Value>> seen;
  std::uint64_t permutations = 0;
  a.forEach([&] {
    if (a.complete()) {
      std::vector<Value> arranged;
      for (const std::optional<Value>& v : a.values()) {
        arranged.push_back(v.value());
      }
      CHECK(seen.insert(arranged).second);
      permutations += a.permutations().times(1).value();
      const BlockPermutation p = a.permutation().at(0);
      for (std::size_t i = 0; i < p.size(); ++i) {
        CHECK(arranged[p[i]] == values[i]);
      }
    }
    return Walk::Deeper;
  });
  CHECK(seen.size() == 4);
  CHECK(permutations == 24);
}

TEST_CASE("blocks that do not matter are not arranged") {
  const std::vector<BlockSlots> groups = oneGroup(30);
  std::vector<Value> values(30, 0);
  values[3] = 1;
  Arrangements a(groups, {{0, 0}}, values);
  std::vector<std::pair<Value, std::optional<std::uint64_t>>> seen;
  a.forEach([&] {
    if (a.complete()) {
      // Of all 30! permutations, as a share of 29!.
      seen.emplace_back(a.values()[0].value(), a.permutations().divide(29).times(1));
      const BlockPermutation p = a.permutation().at(0);
      CHECK(std::set(p.begin(), p.end()).size() == 30);
    } else {
      CHECK(a.values() == std::vector<std::optional<Value>>(30));
    }
    return Walk::Deeper;
  });
  CHECK(seen == decltype(seen){{0, 29}, {1, 1}});
}

TEST_CASE("a walk ends where it is told to") {
  const std::vector<BlockSlots> groups = oneGroup(3);
  const std::vector<Value> values{1, 2, 3};
  Arrangements a(groups, {{0, 0}, {0, 1}, {0, 2}}, values);
  unsigned visits = 0;
  a.forEach([&] {
    ++visits;
    return a.values()[0] == 1   ? Walk::Deeper
           : a.values()[0] == 2 ? Walk::Stop
           : a.values()[0]      ? Walk::Back
                                : Walk::Deeper;
  });
  // The root, 1, 12, 123, 13, 132, 2.
  CHECK(visits == 7);
}

ConditionPtr equals(ThreadId t, Value value) {
  return std::make_shared<Condition>(
      Condition{CompareCondition{StateVariable{t, 0, kNoLocation}, CompareOp::Eq, value}});
}
ConditionPtr both(ConditionPtr a, ConditionPtr b) {
  return std::make_shared<Condition>(Condition{AndCondition{std::move(a), std::move(b)}});
}
ConditionPtr either(ConditionPtr a, ConditionPtr b) {
  return std::make_shared<Condition>(Condition{OrCondition{std::move(a), std::move(b)}});
}

TEST_CASE("conditions that a renaming keeps") {
  const auto exchanged = [](const StateVariable& v) {
    return StateVariable{v.thread == 0 ? 1U : v.thread == 1 ? 0U : v.thread, v.reg, v.location};
  };
  CHECK(keptBy(*both(equals(0, 1), equals(1, 1)), exchanged));
  CHECK(keptBy(*both(equals(0, 1), both(equals(2, 5), equals(1, 1))), exchanged));
  CHECK(keptBy(*either(both(equals(0, 1), equals(1, 2)), both(equals(0, 2), equals(1, 1))), exchanged));
  CHECK_FALSE(keptBy(*both(equals(0, 1), equals(1, 2)), exchanged));
  CHECK_FALSE(keptBy(*either(equals(0, 1), both(equals(0, 1), equals(1, 1))), exchanged));
  CHECK_FALSE(keptBy(*equals(0, 1), exchanged));
  CHECK(keptBy(*equals(2, 1), exchanged));
}

TEST_CASE("a condition is decided as soon as it can be") {
  const auto known = [](const StateVariable& v) {
    return v.thread == 0 ? std::optional<Value>(1) : std::nullopt;
  };
  CHECK(holdsAlready(*both(equals(0, 2), equals(1, 1)), known) == false);
  CHECK(holdsAlready(*both(equals(0, 1), equals(1, 1)), known) == std::nullopt);
  CHECK(holdsAlready(*either(equals(1, 1), equals(0, 1)), known) == true);
  CHECK(holdsAlready(*either(equals(1, 1), equals(0, 2)), known) == std::nullopt);
}

/// Threads that each add 1 to x; all registers and x are observed.
ProgramBuilder counters(unsigned threads) {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  for (unsigned i = 0; i < threads; ++i) {
    p.thread().rmw(RmwOp::Add, "r0", x, 1);
  }
  return p;
}

TEST_CASE("many threads are no problem where few are asked for") {
  ProgramBuilder p = counters(15);
  p.program().condition = both(equals(3, 14), equals(8, 0));
  const auto structure = p.structure();
  const Orbits orbits(structure, symmetriesOf(*structure));
  REQUIRE(orbits.groups().size() == 1);
  std::vector<Value> values;
  for (Value v = 0; v < 15; ++v) {
    values.push_back(v);
  }
  values.push_back(15);
  const Orbits::Verdicts verdicts = orbits.verdictsOf(values);
  CHECK(verdicts.satisfied);
  CHECK(verdicts.violated);
  const auto counts = orbits.executionCounts({{{values, {}}, 1}});
  REQUIRE(counts.has_value());
  CHECK(counts->first == 6227020800U);                      // 13!
  CHECK(counts->first + counts->second == 1307674368000U);  // 15!
}

TEST_CASE("pairs of instructions, renamed") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  for (unsigned i = 0; i < 3; ++i) {
    p.thread().store(x, 1).load("r0", x);
  }
  p.thread().load("r0", x);
  const auto structure = p.structure();
  const Orbits orbits(structure, symmetriesOf(*structure));
  using InstructionPairs = std::vector<InstructionPair>;
  CHECK(orbits.pairsLike({{0, 0}, {1, 0}}) ==
        InstructionPairs{{{0, 0}, {1, 0}}, {{0, 0}, {2, 0}}, {{1, 0}, {2, 0}}});
  CHECK(orbits.pairsLike({{1, 0}, {1, 1}}) ==
        InstructionPairs{{{0, 0}, {0, 1}}, {{1, 0}, {1, 1}}, {{2, 0}, {2, 1}}});
  CHECK(orbits.pairsLike({{1, 0}, {3, 0}}) ==
        InstructionPairs{{{0, 0}, {3, 0}}, {{1, 0}, {3, 0}}, {{2, 0}, {3, 0}}});
  CHECK(orbits.pairsLike({{0, 0}, {1, 1}}).size() == 6);
  CHECK(orbits.instructionsLike({2, 1}) == std::vector<InstructionRef>{{0, 1}, {1, 1}, {2, 1}});
  CHECK(orbits.instructionsLike({3, 0}) == std::vector<InstructionRef>{{3, 0}});
}

}  // namespace
}  // namespace hrfcheck::test::orbits_test
