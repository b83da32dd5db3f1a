#include <doctest/doctest.h>

#include "batch/compare/answer_groups.h"
#include "batch/compare/comparison_text.h"
#include "batch/compare_rows.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

TEST_CASE("two models side by side, with what only one of them has") {
  const TestAnswers test =
      answersOf({rowWith(0, 0, "sc", {"0"}, RaceStatus::NotDefined), rowWith(0, 1, "relaxed", {"0", "1"})});
  CHECK(differenceText(test, Basis::Promises, false) ==
        "t0.litmus  exists (0:r0=1)\n"
        "  sc       1 outcome, Sometimes\n"
        "  relaxed  race-free, 2 outcomes, Sometimes\n"
        "  only relaxed: 0:r0=1\n"
        "      to 1\n");
  CHECK(has(differenceText(test, Basis::Promises, true), "\x1b["));
}

TEST_CASE("models that answer alike stand together") {
  const std::vector<std::pair<std::string, std::string>> pairs{{"P0:0", "P1:0"}, {"P0:1", "P1:1"}};
  const TestAnswers test =
      answersOf({rowWith(0, 0, "a", {"0"}), racy(0, 1, "b", {"9"}), racy(0, 2, "c", {"8"}),
                 racy(0, 3, "d", {"9"}, pairs), without(0, 4, "e", RowStatus::Undecided, "time limit"),
                 rowWith(0, 5, "f", {"1"})});
  CHECK(differenceText(test, Basis::Promises, false) ==
        "t0.litmus  exists (0:r0=1)\n"
        "  a     race-free, 1 outcome, Sometimes\n"
        "  b, c  RACY, 1 pair: any outcome is possible\n"
        "  d     RACY, 2 pairs: any outcome is possible\n"
        "  e     undecided (time limit)\n"
        "  f     race-free, 1 outcome, Sometimes\n"
        "  only b, c, d: race P0:0 P1:0\n"
        "  only d: race P0:1 P1:1\n"
        "  only a: 0:r0=0\n"
        "      to 0\n"
        "  only f: 0:r0=1\n"
        "      to 1\n");
}

TEST_CASE("where names are long, verdicts stand below them, and a group is called by its first model") {
  const std::vector<std::string> names{"hrf-indirect-relaxed", "hrf-direct-relaxed", "hrf-indirect-anyloc",
                                       "hrf-direct-anyloc", "rsp-literal"};
  std::vector<ResultRow> rows{rowWith(0, 0, "sc", {"0"}, RaceStatus::NotDefined)};
  for (const std::string& name : names) {
    rows.push_back(rowWith(0, rows.size(), name, {"0", "1"}));
  }
  CHECK(differenceText(answersOf(rows), Basis::Promises, false) ==
        "t0.litmus  exists (0:r0=1)\n"
        "  sc\n"
        "    1 outcome, Sometimes\n"
        "  hrf-indirect-relaxed, hrf-direct-relaxed, hrf-indirect-anyloc,\n"
        "  hrf-direct-anyloc, rsp-literal\n"
        "    race-free, 2 outcomes, Sometimes\n"
        "  only hrf-indirect-relaxed (and 4 more): 0:r0=1\n"
        "      to 1\n");
}

TEST_CASE("candidates of racy tests are listed when they are compared") {
  const TestAnswers test = answersOf({rowWith(0, 0, "a", {"0"}), racy(0, 1, "b", {"1"})});
  CHECK(answerGroups(test, Basis::Promises).states.empty());
  CHECK(answerGroups(test, Basis::Candidates).states.size() == 2);
  CHECK(has(differenceText(test, Basis::Candidates, false), "  b  RACY, 1 pair; 1 outcome\n"));
}

TEST_CASE("a test that observes nothing, and one that is undefined without a race") {
  ResultRow nothing = rowWith(0, 0, "a", {"0"});
  nothing.log->states = {{}};
  const TestAnswers empty = answersOf({nothing, rowWith(0, 1, "b", {})});
  CHECK(has(differenceText(empty, Basis::Promises, false), "only a: (nothing is observed)\n"));
  ResultRow fault = rowWith(0, 0, "a", {"0"});
  fault.log->incidents = {"fault P0:0"};
  const TestAnswers faulty = answersOf({fault, rowWith(0, 1, "b", {"0"})});
  CHECK(has(differenceText(faulty, Basis::Promises, false), "  a  undefined: any outcome is possible\n"));
}

TEST_CASE("the relation of few models, pair by pair") {
  const Comparison comparison =
      comparisonOf({{rowWith(1, 0, "a", {"0"}), rowWith(1, 1, "b", {"0", "1"}), rowWith(1, 2, "c", {"2"})},
                    {rowWith(2, 0, "a", {"0"}), rowWith(2, 1, "b", {"0"}), rowWith(2, 2, "c", {"0"})},
                    {racy(3, 0, "a"), racy(3, 1, "b", {"0"}, {{"P0:5", "P1:5"}}),
                     without(3, 2, "c", RowStatus::Undecided, "time limit")},
                    {without(4, 0, "", RowStatus::Error, "no such file")}});
  CHECK(relationText(comparison, false) ==
        "3 tests compared: the models differ on 2\n"
        "1 test not compared: fewer than two models apply and have an answer\n"
        "  b allows more than a, on 1 of 3 tests\n"
        "    such as t1.litmus (2 threads, 1 instruction)\n"
        "    on 1 test only their races differ\n"
        "  a and c are incomparable, on 2 tests\n"
        "    a allows more on 1, such as t1.litmus (2 threads, 1 instruction)\n"
        "    c allows more on 1, such as t1.litmus (2 threads, 1 instruction)\n"
        "    not known on 1 test\n"
        "  b and c are incomparable, on 2 tests\n"
        "    b allows more on 1, such as t1.litmus (2 threads, 1 instruction)\n"
        "    c allows more on 1, such as t1.litmus (2 threads, 1 instruction)\n"
        "    not known on 1 test\n"
        "\n"
        "without an answer, and never counted as equal:\n"
        "  t3.litmus  c: undecided, time limit\n"
        "  t4.litmus: error, no such file\n");
}

TEST_CASE("agreement, the other direction, and models that never meet") {
  CHECK(relationText(comparisonOf({{rowWith(0, 0, "a", {"0"}), rowWith(0, 1, "b", {"0"})}}), false) ==
        "1 test compared: no differences\n"
        "  a and b allow the same, on 1 test\n");
  CHECK(has(relationText(comparisonOf({{racy(0, 0, "a"), rowWith(0, 1, "b", {"0"})}}), false),
            "  a allows more than b, on 1 of 1 test\n"));
  CHECK(relationText(comparisonOf({{rowWith(0, 0, "a", {"0"})}, {rowWith(1, 1, "b", {"0"})}}), false) ==
        "0 tests compared: no two models have an answer in common\n"
        "2 tests not compared: fewer than two models apply and have an answer\n"
        "  a and b have no answered test in common\n");
}

TEST_CASE("the relation of many models, by classes") {
  const auto row = [](std::size_t test, std::size_t column, const std::vector<std::string>& values) {
    return rowWith(test, column, std::string(1, static_cast<char>('a' + column)), values);
  };
  const Comparison comparison = comparisonOf(
      {{row(1, 0, {"0"}), row(1, 1, {"0", "1"}), row(1, 2, {"0"}), row(1, 3, {"2"}), row(1, 4, {"0"})},
       {row(2, 5, {"0"})}});
  // Model f was asked alone.
  CHECK(relationText(comparison, false) ==
        "1 test compared: the models differ on 1\n"
        "1 test not compared: fewer than two models apply and have an answer\n"
        "\n"
        "models that allow the same, followed by those that they allow more than, with the\n"
        "smallest test that shows it\n"
        "  a, c, e\n"
        "  b\n"
        "    more than a (and 2 more)\n"
        "      such as t1.litmus (2 threads, 1 instruction)\n"
        "  d\n"
        "  f\n"
        "  Where no chain of these leads from one group to another, they are incomparable.\n"
        "  No test distinguishes them, but they are not in one group:\n"
        "      a (and 2 more) - f\n"
        "      b - f\n"
        "      d - f\n");
}
