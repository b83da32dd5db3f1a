#include "report/rows/row_change.h"

#include <doctest/doctest.h>

#include "report/batch_rows.h"
#include "report/rows/changes_report.h"
#include "support/has.h"
#include "support/json_schema.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

Baseline baselineOf(const std::vector<ResultRow>& rows) {
  Baseline baseline("old.jsonl", "0.1.0");
  for (const ResultRow& row : rows) {
    baseline.add(row);
  }
  return baseline;
}

Changes changesBetween(const std::vector<ResultRow>& before, const std::vector<ResultRow>& after,
                       bool whole = true) {
  return changesSince(baselineOf(before), rowsOf(after), whole);
}

/// The only change between two versions of one row.
RowChange changeOf(const ResultRow& before, const ResultRow& after) {
  const Changes changes = changesBetween({before}, {after});
  REQUIRE(changes.list.size() == 1);
  return changes.list.front().change;
}

const ResultRow kRow = answered(0, 0, "a.litmus", "rsp");
const ResultRow kMet = expecting(kRow, ExpectationOutcome::Met);
const ResultRow kFailed = expecting(kRow, ExpectationOutcome::Failed, "1 state is new");

}  // namespace

TEST_CASE("a row that is the same has not changed, whatever its number and its time") {
  ResultRow later = kRow;
  later.test = 7;
  later.column = 1;
  later.seconds = 3;
  const Changes changes = changesBetween({kRow}, {later});
  CHECK(changes.list.empty());
  CHECK(changes.common == 1);
  CHECK(changes.of(later) == nullptr);
  CHECK(changesSummary(changes) == "since old.jsonl: nothing has changed");
}

TEST_CASE("expectations that fail, or are met, before anything else") {
  CHECK(changeOf(kMet, kFailed).kind == ChangeKind::NewlyFailing);
  CHECK(changeOf(kRow, kFailed).kind == ChangeKind::NewlyFailing);
  CHECK(changeOf(kFailed, kMet).kind == ChangeKind::NewlyMet);
  CHECK(changesBetween({kFailed}, {kFailed}).list.empty());
  CHECK(changesBetween({kFailed}, {kRow}).list.empty());  // nothing is expected any more
}

TEST_CASE("answers that differ") {
  const RowChange racy = changeOf(kRow, answered(0, 0, "a.litmus", "rsp", RaceStatus::Racy));
  CHECK(racy == RowChange{ChangeKind::Answer, "Sometimes, race-free", "racy"});
  const RowChange late =
      changeOf(kRow, unanswered(0, 0, "a.litmus", "rsp", RowStatus::Undecided, "time limit"));
  CHECK(late.is == "undecided");
  CHECK(changeOf(kRow, answered(0, 0, "a.litmus", "rsp", RaceStatus::NotDefined)).is == "Sometimes");
  ResultRow more = kRow;
  more.log->states = {{{"0:r0", "2"}}};
  more.sourceHash = "2";
  ResultRow before = kRow;
  before.sourceHash = "1";
  const RowChange states = changeOf(before, more);
  CHECK(states.was == states.is);
  CHECK(states.notes == std::vector<std::string>{"other final states or pairs", "the test was edited"});
  more.log->asked = CheckQuestion::Condition;  // which lists no states
  CHECK(changesBetween({kRow}, {more}).list.empty());
}

TEST_CASE("rows that are new and rows that are gone") {
  const ResultRow other = answered(1, 0, "b.litmus", "rsp");
  const Changes changes = changesBetween({kRow, other}, {other, answered(1, 1, "b.litmus", "sc")});
  REQUIRE(changes.list.size() == 2);
  CHECK(changes.list[0].model == "sc");
  CHECK(changes.list[0].change.kind == ChangeKind::New);
  CHECK(changes.list[1].path == "a.litmus");
  CHECK(changes.list[1].change == RowChange{ChangeKind::Removed, "Sometimes, race-free"});
  CHECK(changes.counts.at(ChangeKind::Removed) == 1);
  const Changes part = changesBetween({kRow, other}, {other}, false);
  CHECK(part.list.empty());
  CHECK(has(changesSummary(part), "removed rows are not listed"));
}

TEST_CASE("changes as text and as JSON") {
  std::vector<ResultRow> after{kFailed};
  for (std::size_t test = 1; test <= 25; ++test) {
    after.push_back(answered(test, 0, "new" + std::to_string(test), "rsp"));
  }
  const Changes changes = changesBetween({kMet, answered(1, 0, "gone.litmus", "rsp")}, after);
  const std::string text = changesText(changes, true, false);
  CHECK(
      text.starts_with("since old.jsonl: 1 row newly failing, 25 new, 1 removed\n"
                       "  newly failing:\n    a.litmus, rsp: Sometimes, race-free\n"));
  CHECK(has(text, "    new20, rsp: Sometimes, race-free\n    and 5 more\n"));
  CHECK(has(text, "  removed:\n    gone.litmus, rsp: was Sometimes, race-free\n"));
  CHECK(changesText(changes, false, false) == changesSummary(changes) + "\n");
  const auto json = nlohmann::json::parse(changesJson(changes, "0.2.0"));
  CHECK(schemaMistakes("changes", json) == "");
  CHECK(json["counts"]["new"] == 25);
  CHECK(json["rows"].size() == 27);
  CHECK(json["rows"][0]["change"] == "newly-failing");
  CHECK(json["baseline"]["hrfcheck"] == "0.1.0");
}
