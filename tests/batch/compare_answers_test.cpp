#include <doctest/doctest.h>

#include "batch/compare_rows.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

ModelAnswer theAnswer(const ResultRow& row) {
  return answersOf({row}).answers.at(0);
}

/// How the first row compares with the second, and the second with the first.
Strength strengthOf(const ResultRow& first, const ResultRow& second, Basis basis = Basis::Promises) {
  const Strength strength = compareAnswers(theAnswer(first), theAnswer(second), basis);
  CHECK(compareAnswers(theAnswer(second), theAnswer(first), basis) == turned(strength));
  return strength;
}

bool different(const ResultRow& first, const ResultRow& second, Basis basis = Basis::Promises) {
  const bool result = differ(theAnswer(first), theAnswer(second), basis);
  CHECK(differ(theAnswer(second), theAnswer(first), basis) == result);
  return result;
}

}  // namespace

TEST_CASE("an answer is read off its row") {
  ResultRow row = racy(3, 1, "m", {"0", "2"}, {{"P0:1", "P1:0"}});
  row.log->pairs.push_back({"scope-inclusion", "P0:1", "P1:3"});
  row.executions.pop_back();
  const TestAnswers answers = answersOf({row, without(3, 2, "n", RowStatus::NotApplicable, "no")});
  CHECK(answers.test == 3);
  CHECK(answers.path == "t3.litmus");
  CHECK(answers.condition == "exists (0:r0=1)");
  REQUIRE(answers.answers.size() == 1);
  const ModelAnswer& answer = answers.answers[0];
  CHECK(answer.anything);
  CHECK(answer.pairs == std::set<std::pair<std::string, std::string>>{{"P0:1", "P1:0"}});
  CHECK(answer.states == std::map<std::string, std::string>{{"0:r0=0", "to 0"}, {"0:r0=2", ""}});
}

TEST_CASE("final states decide where nothing is undefined") {
  const ResultRow narrow = rowWith(0, 0, "a", {"0"});
  const ResultRow wide = rowWith(0, 1, "b", {"0", "1"});
  const ResultRow other = rowWith(0, 1, "b", {"2"});
  CHECK(strengthOf(narrow, narrow) == Strength::Equal);
  CHECK(strengthOf(narrow, wide) == Strength::SecondAllowsMore);
  CHECK(strengthOf(wide, other) == Strength::Incomparable);
  CHECK_FALSE(different(narrow, narrow));
  CHECK(different(narrow, wide));
  CHECK(different(wide, other));
}

TEST_CASE("a racy test may do anything, and so may one that is undefined") {
  const ResultRow fine = rowWith(0, 0, "a", {"0", "1"});
  CHECK(strengthOf(racy(0, 1, "b"), fine) == Strength::FirstAllowsMore);
  CHECK(strengthOf(racy(0, 1, "b"), racy(0, 0, "a", {"5"})) == Strength::Equal);
  for (const char* incident : {"fault P0:1", "barrier-divergence P0:1"}) {
    ResultRow undefined = fine;
    undefined.log->incidents = {incident};
    CHECK(strengthOf(undefined, fine) == Strength::FirstAllowsMore);
    CHECK(strengthOf(undefined, racy(0, 1, "b")) == Strength::Equal);
  }
  ResultRow bound = fine;
  bound.log->incidents = {"bound-reached P0:1"};
  CHECK(strengthOf(bound, fine) == Strength::Equal);
  ResultRow undef = fine;
  undef.log->result = LoggedResult{ResultWord::Undef};
  CHECK(strengthOf(undef, fine) == Strength::FirstAllowsMore);
}

TEST_CASE("candidates are compared by their final states, racy or not") {
  const ResultRow fine = rowWith(0, 0, "a", {"0", "1"});
  CHECK(strengthOf(racy(0, 1, "b", {"0"}), fine, Basis::Candidates) == Strength::SecondAllowsMore);
  CHECK(strengthOf(racy(0, 1, "b", {"0", "1"}), fine, Basis::Candidates) == Strength::Equal);
  CHECK(different(racy(0, 1, "b", {"0", "1"}), fine, Basis::Candidates));
}

TEST_CASE("races are compared where both models define them") {
  const ResultRow one = racy(0, 0, "a", {"0"}, {{"P0:0", "P1:0"}});
  const ResultRow two = racy(0, 1, "b", {"7"}, {{"P0:0", "P1:0"}, {"P0:1", "P1:1"}});
  CHECK(strengthOf(one, two) == Strength::Equal);
  CHECK(different(one, two));
  CHECK_FALSE(different(one, racy(0, 1, "b", {"7"}, {{"P0:0", "P1:0"}})));
  const ResultRow none = rowWith(0, 1, "sc", {"0"}, RaceStatus::NotDefined);
  CHECK_FALSE(different(rowWith(0, 0, "a", {"0"}), none));
  CHECK_FALSE(different(one, none, Basis::Candidates));
  CHECK(different(one, none));  // not for its races, but for what may happen
}

TEST_CASE("a missing answer is unknown, and no difference") {
  for (const RowStatus status :
       {RowStatus::Undecided, RowStatus::Crashed, RowStatus::Error, RowStatus::Unsupported}) {
    const ResultRow row = without(0, 0, "a", status, "why");
    CHECK(strengthOf(row, rowWith(0, 1, "b", {"0"})) == Strength::Unknown);
    CHECK(strengthOf(row, row) == Strength::Unknown);
    CHECK_FALSE(different(row, rowWith(0, 1, "b", {"0"})));
  }
  ResultRow half = racy(0, 0, "a");
  half.status = RowStatus::Undecided;
  CHECK(strengthOf(half, rowWith(0, 1, "b", {"0"})) == Strength::Unknown);
}

TEST_CASE("tests join to a corpus") {
  const Strength all[] = {Strength::Equal, Strength::FirstAllowsMore, Strength::SecondAllowsMore,
                          Strength::Incomparable, Strength::Unknown};
  for (const Strength s : all) {
    CHECK(joined(s, s) == s);
    CHECK(joined(s, Strength::Unknown) == s);
    CHECK(joined(Strength::Unknown, s) == s);
    for (const Strength t : all) {
      CHECK(joined(s, t) == joined(t, s));
      CHECK(turned(joined(s, t)) == joined(turned(s), turned(t)));
    }
  }
  CHECK(joined(Strength::Equal, Strength::FirstAllowsMore) == Strength::FirstAllowsMore);
  CHECK(joined(Strength::SecondAllowsMore, Strength::FirstAllowsMore) == Strength::Incomparable);
  CHECK(joined(Strength::Incomparable, Strength::FirstAllowsMore) == Strength::Incomparable);
  CHECK(joined(Strength::Incomparable, Strength::Equal) == Strength::Incomparable);
}

TEST_CASE("two models over a corpus: counts, and the smallest example for each direction") {
  const Comparison comparison = comparisonOf({
      {rowWith(7, 0, "a", {"0", "1"}), rowWith(7, 1, "b", {"0"})},
      {rowWith(5, 0, "a", {"0", "1"}), rowWith(5, 1, "b", {"0"})},
      {rowWith(6, 0, "a", {"0", "1"}), rowWith(6, 1, "b", {"2"})},
      {racy(4, 0, "a"), racy(4, 1, "b", {"0"}, {{"P0:0", "P1:1"}})},
      {rowWith(3, 0, "a", {"0"}), rowWith(3, 1, "b", {"0"})},
      {rowWith(2, 0, "a", {"0", "1"}), without(2, 1, "b", RowStatus::Undecided, "time limit")},
      {rowWith(1, 0, "a", {"0", "1"}), without(1, 1, "b", RowStatus::NotApplicable, "C")},
  });
  CHECK(comparison.models() == std::vector<std::string>{"a", "b"});
  CHECK(comparison.tests() == 5);
  CHECK(comparison.alone() == 2);
  REQUIRE(comparison.pairs().size() == 1);
  const PairComparison pair = comparison.pairs()[0];
  CHECK(pair.strength == Strength::Incomparable);
  CHECK(pair.tests == 5);
  CHECK(pair.unknown == 1);
  CHECK(pair.firstMore == 3);
  CHECK(pair.secondMore == 1);
  CHECK(pair.incomparable == 1);
  CHECK(pair.racesDiffer == 1);
  CHECK(pair.firstExample.value().path == "t5.litmus");
  CHECK(pair.secondExample.value().path == "t6.litmus");
  std::vector<std::size_t> differing;
  for (const auto& [place, test] : comparison.differing()) {
    differing.push_back(place);
  }
  CHECK(differing == std::vector<std::size_t>{4, 5, 6, 7});
  REQUIRE(comparison.problems().size() == 1);
  CHECK(comparison.problems().begin()->second.reason == "time limit");
}

TEST_CASE("examples: fewer threads, then fewer instructions, then by path") {
  Comparison comparison(Basis::Promises);
  const std::map<std::string, TestSize> sizes{
      {"t0.litmus", {3, 1}}, {"t1.litmus", {2, 9}}, {"t3.litmus", {2, 8}}, {"t2.litmus", {2, 8}}};
  for (const std::size_t test : {0U, 1U, 3U, 2U}) {
    comparison.add({rowWith(test, 0, "a", {"1"}), rowWith(test, 1, "b", {})},
                   [&](const std::string& path) { return sizes.at(path); });
    const char* const best[] = {"t0.litmus", "t1.litmus", "t2.litmus", "t3.litmus"};
    CHECK(comparison.pairs()[0].firstExample.value().path == best[test]);
  }
}

TEST_CASE("a test is measured once, and only if it tells models apart") {
  std::size_t measured = 0;
  const auto size = [&](const std::string&) {
    ++measured;
    return TestSize{};
  };
  Comparison comparison(Basis::Promises);
  comparison.add({rowWith(0, 0, "a", {"0"}), rowWith(0, 1, "b", {"0"}), rowWith(0, 2, "c", {"0"})}, size);
  CHECK(measured == 0);
  comparison.add({rowWith(1, 0, "a", {"0"}), rowWith(1, 1, "b", {"1"}), rowWith(1, 2, "c", {"2"})}, size);
  CHECK(measured == 1);
}

TEST_CASE("models stand in the order in which they were asked, whichever test comes first") {
  const Comparison comparison =
      comparisonOf({{without(1, 0, "c11", RowStatus::NotApplicable, "HSA"), rowWith(1, 1, "hsa", {"0"}),
                     rowWith(1, 2, "sc", {"0"})},
                    {rowWith(0, 0, "c11", {"0"}), without(0, 1, "hsa", RowStatus::NotApplicable, "C"),
                     rowWith(0, 2, "sc", {"0"})},
                    {without(2, 0, "", RowStatus::Error, "cannot read")}});
  CHECK(comparison.models() == std::vector<std::string>{"c11", "hsa", "sc"});
  REQUIRE(comparison.pairs().size() == 3);
  CHECK(comparison.pairs()[0].strength == Strength::Unknown);  // c11 and hsa
  CHECK(comparison.pairs()[1].strength == Strength::Equal);
  CHECK(comparison.problems().size() == 1);
}
