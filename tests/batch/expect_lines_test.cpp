#include "batch/expect/expect_lines.h"

#include <doctest/doctest.h>

#include "batch/expect/expectations.h"
#include "batch/expected_rows.h"
#include "support/temp_folder.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

using Lines = std::vector<std::string>;

const LogEntry kSometimes = logWith("A", "Allowed", {"0", "1"});
const LogEntry kNever = logWith("A", "Allowed", {"0", "2"});

std::string judged(const ResultRow& row, const std::string& text) {
  return said(judgeStated(row, statedAnswerNamed(text).value(), "a.litmus:7"));
}

ResultRow racy(ResultRow row) {
  row.races = RaceStatus::Racy;
  return row;
}

ResultRow stating(ResultRow row, const std::string& text) {
  row.expected.push_back({statedAnswerNamed(text).value(), 7});
  return row;
}

}  // namespace

TEST_CASE("expect lines: what is as stated is met, and what is not says both") {
  const ResultRow row = answered("a.litmus", "m", kSometimes);
  CHECK(judged(row, "race-free") == "met");
  CHECK(judged(row, "racy") == "failed: race-free, expected racy");
  CHECK(judged(racy(row), "racy") == "met");
  CHECK(judged(racy(row), "race-free") == "failed: racy, expected race-free");
  CHECK(judged(row, "Sometimes") == "met");
  CHECK(judged(row, "Never") == "failed: Sometimes, expected Never");
  CHECK(judged(row, "Always") == "failed: Sometimes, expected Always");
  CHECK(judged(row, "2 states") == "met");
  CHECK(judged(row, "1 state") == "failed: 2 states, expected 1 state");
  CHECK(judged(row, "3 states") == "failed: 2 states, expected 3 states");
}

TEST_CASE("expect lines: a source, a property for each") {
  ResultRow row = answered("queue.cl:steal", "m", kSometimes);
  for (const char* text : {"racy", "Never", "2 states"}) {
    row = stating(row, text);
  }
  judgeExpectLines(row);
  REQUIRE(row.expectations.size() == 3);
  CHECK(row.expectations[0].source == "queue.cl:7");
  CHECK(row.expectations[0].property == "race");
  CHECK(row.expectations[1].property == "condition");
  CHECK(row.expectations[2].property == "states");
}

TEST_CASE("expect lines: a model that defines no races cannot be race-free") {
  ResultRow row = answered("a.litmus", "sc", kSometimes);
  row.races = RaceStatus::NotDefined;
  CHECK(judged(row, "race-free") == "failed: sc defines no races, expected race-free");
}

TEST_CASE("expect lines: of a search that was cut short, what was found counts") {
  ResultRow row = cutShort(answered("a.litmus", "m", kNever));
  row.races = RaceStatus::Undecided;
  CHECK(judged(row, "race-free") == "undecided: time limit");
  CHECK(judged(racy(row), "race-free") == "failed: racy, expected race-free");
  CHECK(judged(row, "Never") == "undecided: time limit");
  CHECK(judged(row, "Always") == "failed: the condition does not hold in some final state, expected Always");
  CHECK(judged(row, "Sometimes") == "undecided: time limit");
  CHECK(judged(row, "2 states") == "undecided: time limit");
  CHECK(judged(row, "1 state") == "failed: 2 states, expected 1 state");
  const ResultRow holds = cutShort(answered("a.litmus", "m", logWith("A", "Allowed", {"1"})));
  CHECK(judged(holds, "Never") == "failed: the condition holds in some final state, expected Never");
}

TEST_CASE(
    "expect lines: without an answer they are undecided, or failed where the question is not understood") {
  CHECK(judged(unanswered("a.litmus", "m", RowStatus::Undecided, "memory limit"), "racy") ==
        "undecided: undecided: memory limit");
  CHECK(judged(unanswered("a.litmus", "m", RowStatus::NotApplicable, "not for HSA"), "racy") ==
        "failed: not-applicable: not for HSA");
}

TEST_CASE("expect lines: what was not asked is not met") {
  ResultRow row = answered("a.litmus", "m", kSometimes);
  row.log->asked = CheckQuestion::Condition;
  row.races = RaceStatus::NotAsked;
  CHECK(judged(row, "racy") == "not-asked: only the condition was checked");
  CHECK(judged(row, "2 states") == "not-asked: only the condition was checked");
  CHECK(judged(row, "Sometimes") == "met");
  row.log->asked = CheckQuestion::Races;
  row.races = RaceStatus::Racy;
  CHECK(judged(row, "Sometimes") == "not-asked: only races were checked");
  CHECK(judged(row, "racy") == "met");
}

TEST_CASE("expect lines that speak of the condition stand for it") {
  const auto conditions = [](ResultRow row) {
    conditionsOnly()->judge(row);
    return row.expectations.size();
  };
  const ResultRow row = answered("a.litmus", "m", logWith("A", "Forbidden", {"0", "1"}));
  CHECK(conditions(row) == 1);
  CHECK(conditions(stating(row, "race-free")) == 1);
  CHECK(conditions(stating(row, "2 states")) == 1);
  CHECK(conditions(stating(row, "Sometimes")) == 0);
  CHECK(conditions(stating(row, "racy")) == 0);
}

TEST_CASE("a test with an expect line needs no log, and with a log both count") {
  const TempFolder folder;
  const std::string a = folder.write("a.litmus", "HSA A");
  const std::string b = folder.write("b.litmus", "HSA B");
  folder.write("expected/a.log", printed(kSometimes, {"m"}));
  const auto logs = expectedLogs(walkCorpus({folder.path()}));
  const auto results = [&](ResultRow row) {
    judgeExpectLines(row);
    logs->judge(row);
    Lines lines;
    for (const ExpectationResult& result : row.expectations) {
      lines.push_back(result.property + " " + said(result));
    }
    return lines;
  };
  CHECK(results(stating(answered(a, "m", kSometimes), "racy")) ==
        Lines{"race failed: race-free, expected racy", "outcomes met"});
  CHECK(results(stating(answered(b, "m", kSometimes), "Sometimes")) == Lines{"condition met"});
  CHECK(results(answered(b, "m", kSometimes)).front().starts_with("presence failed"));
}

TEST_CASE("what is stated is kept in a row") {
  const ResultRow row = stating(stating(answered("a.litmus", "m", kSometimes), "racy"), "3 states");
  CHECK(parseRow(rowJson(row)).expected == row.expected);
}
