#include "report/rows/batch_table.h"

#include <doctest/doctest.h>

#include "report/batch_rows.h"
#include "report/text/text_layout.h"
#include "util/utf8.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

std::string plainTable(std::vector<ResultRow> rows, TableRows which = TableRows::All) {
  return batchTable(rowsOf(std::move(rows)), which, false);
}

}  // namespace

TEST_CASE("words where they fit") {
  const std::string table =
      plainTable({answered(0, 0, "a.litmus", "sc"), answered(0, 1, "a.litmus", "rsp", RaceStatus::Racy),
                  answered(1, 0, "föö/b.litmus", "sc", RaceStatus::RaceFree, Observation::Never),
                  unanswered(2, 0, "c.litmus", "rsp", RowStatus::NotApplicable, "no"),
                  unanswered(3, 0, "d.litmus", "", RowStatus::Unsupported, "dialect PTX")});
  CHECK(table ==
        "test          sc         rsp\n"
        "a.litmus      Sometimes  racy\n"
        "föö/b.litmus  Never\n"
        "c.litmus                 not-applicable\n"
        "d.litmus      unsupported\n");
}

TEST_CASE("problems stand below, once, with their sources") {
  std::vector<ResultRow> rows{
      expecting(answered(0, 0, "a.litmus", "sc"), ExpectationOutcome::Failed, "states: +0:r0=1", "a.log:1"),
      expecting(answered(0, 1, "a.litmus", "rsp"), ExpectationOutcome::Failed, "states: +0:r0=1", "a.log:20"),
      answered(1, 0, "b.litmus", "sc"),
      expecting(unanswered(2, 0, "c.litmus", "sc", RowStatus::Undecided, "time limit"),
                ExpectationOutcome::Undecided, "undecided: time limit", "c.log:1"),
      unanswered(2, 1, "c.litmus", "rsp", RowStatus::Undecided, "time limit"),
      expecting(unanswered(3, 0, "expected/d.log", "rsp", RowStatus::Orphan, "no such test"),
                ExpectationOutcome::Failed, "no such test", "expected/d.log:1", "presence")};
  rows[3].log = LogEntry{};
  rows[3].log->observation = Observation::Sometimes;
  rows[0].expectations.push_back(
      {"x.csv:4", "race", "OBE", ExpectationOutcome::Failed, "racy, expected not"});
  rows[0].expectations.push_back({"condition", "condition", "", ExpectationOutcome::Met, ""});
  const std::string problems =
      "\n"
      "a.litmus\n"
      "  sc, rsp: outcomes: states: +0:r0=1  (a.log:1, a.log:20)\n"
      "  sc: race under OBE: racy, expected not  (x.csv:4)\n"
      "c.litmus\n"
      "  sc, rsp: undecided: time limit  (c.log:1)\n"
      "expected/d.log\n"
      "  rsp: no such test  (expected/d.log:1)\n";
  CHECK(plainTable(rows) ==
        "test            sc          rsp\n"
        "a.litmus        Sometimes!  Sometimes!\n"
        "b.litmus        Sometimes\n"
        "c.litmus        Sometimes?  undecided\n"
        "expected/d.log              orphan!\n"
        "! an expectation failed   ? incomplete; what was found is valid\n" +
            problems);
  const std::string some = plainTable(rows, TableRows::Problems);
  CHECK(some.find("b.litmus") == std::string::npos);
  CHECK(some.ends_with(problems));
  CHECK(plainTable(rows, TableRows::None) == "");
}

TEST_CASE("a table of problems has the races that nobody expects, or all of them") {
  const std::vector<ResultRow> rows{
      answered(0, 0, "a", "sc", RaceStatus::Racy),
      expecting(answered(1, 0, "b", "sc", RaceStatus::Racy), ExpectationOutcome::Met, "", "b", "race"),
      expecting(answered(2, 0, "c", "sc", RaceStatus::Racy), ExpectationOutcome::Met, "", "c", "condition"),
      answered(3, 0, "d", "sc")};
  CHECK(plainTable(rows, TableRows::Problems) ==
        "test  sc\na     racy\nc     racy\n\na\n  sc: racy\nc\n  sc: racy\n");
  CHECK(plainTable(rows, TableRows::ProblemsAndRaces) ==
        "test  sc\na     racy\nb     racy\nc     racy\n\na\n  sc: racy\nc\n  sc: racy\n");
}

TEST_CASE("of a race in a table of problems the lines are said") {
  ResultRow row = answered(0, 0, "k.cl:two", "sc", RaceStatus::Racy);
  const auto race = [](std::vector<FoundAt> where) { return RowFinding{kRaceRule, "", std::move(where)}; };
  row.findings = {race({{"k.cl", 4}, {"k.cl", 9}})};
  CHECK(plainTable({row}, TableRows::Problems).ends_with("\nk.cl:two\n  sc: racy: lines 4 and 9\n"));
  row.findings = {race({{"k.cl", 4}, {"k.cl", 4}}), race({{"k.cl", 5}, {"k.cl", 6}})};
  CHECK(plainTable({row}, TableRows::Problems).ends_with("\n  sc: racy: line 4, and 1 more pair of lines\n"));
  row.findings = {race({{"k.cl", 4}, {"lock.h", 2}})};
  CHECK(plainTable({row}, TableRows::Problems).ends_with("\n  sc: racy: lines 4 and lock.h:2\n"));
}

TEST_CASE("a table of problems is empty without any") {
  CHECK(plainTable({}) == "");
  CHECK(plainTable({answered(0, 0, "a", "sc"), unanswered(1, 0, "b", "sc", RowStatus::Unsupported, "x"),
                    unanswered(2, 0, "c", "sc", RowStatus::NotApplicable, "x"),
                    // A loop bound that was expected to be reached.
                    expecting(unanswered(3, 0, "d", "sc", RowStatus::Undecided, "bound reached"),
                              ExpectationOutcome::Met)},
                   TableRows::Problems) == "");
}

TEST_CASE("crashes, unreadable tests and open expectations are problems") {
  const std::string table =
      plainTable({unanswered(0, 0, "a", "sc", RowStatus::Crashed, "killed by signal 9"),
                  unanswered(1, 0, "b", "", RowStatus::Error, "b:1:2: error: no\nsuch \x1b thing"),
                  expecting(answered(2, 0, "c", "sc"), ExpectationOutcome::Undecided, "bound reached",
                            "condition", "condition")},
                 TableRows::Problems);
  CHECK(table.find("\n\na\n  sc: crashed: killed by signal 9\nb\n  error: b:1:2: error: no\n"
                   "    such \xef\xbf\xbd thing\nc\n  sc: condition undecided: bound reached\n") !=
        std::string::npos);
}

TEST_CASE("letters where words do not fit") {
  std::vector<ResultRow> rows;
  const std::string path = "füße/" + std::string(40, 'x') + ".litmus";
  for (std::size_t i = 0; i < 12; ++i) {
    rows.push_back(answered(0, i, path, "a-model-" + std::to_string(i),
                            i == 1 ? RaceStatus::Racy : RaceStatus::RaceFree));
  }
  rows[2] = expecting(std::move(rows[2]), ExpectationOutcome::Failed, "no", "a.log:1");
  rows.push_back(answered(1, 0, "z.litmus", "a-model-11", RaceStatus::RaceFree, Observation::Never));
  rows.push_back(unanswered(2, 0, "y.litmus", "", RowStatus::Error, "bad"));
  const std::string table = plainTable(rows);
  CHECK(table ==
        "  1 a-model-0  2 a-model-1  3 a-model-2  4 a-model-3  5 a-model-4  6 a-model-5  7 a-model-6\n"
        "  8 a-model-7  9 a-model-8  10 a-model-9  11 a-model-10  12 a-model-11\n"
        "  N Never  S Sometimes  e error  R racy\n"
        "  ! an expectation failed\n"
        "1  2  3  4  5  6  7  8  9  10 11 12 test\n"
        "S  R  S! S  S  S  S  S  S  S  S  S  " +
            path +
            "\n"
            "                                 N  z.litmus\n"
            "e                                   y.litmus\n"
            "\n" +
            path +
            "\n  a-model-2: outcomes: no  (a.log:1)\n"
            "y.litmus\n  error: bad\n");
}

TEST_CASE("the table is as wide as a line at most, until words no longer fit") {
  for (std::size_t length = 60; length < 110; ++length) {
    const std::string table = plainTable(
        {answered(0, 0, std::string(length, 'p'), "sc"), answered(0, 1, std::string(length, 'p'), "rsp")});
    const bool words = table.starts_with("test");
    CHECK(words == (length + 2 + 9 + 2 + 9 <= kLineWidth));
  }
}

TEST_CASE("colours change nothing but the colours") {
  const std::vector<ResultRow> rows{expecting(answered(0, 0, "a", "sc"), ExpectationOutcome::Failed, "no"),
                                    answered(0, 1, "a", "rsp"),
                                    unanswered(1, 0, "b", "sc", RowStatus::Undecided, "time limit"),
                                    unanswered(1, 1, "b", "rsp", RowStatus::NotApplicable, "x")};
  Tally tally;
  for (const ResultRow& row : rows) {
    tally.add(row);
  }
  const auto stripped = [](std::string text) {
    CHECK(text.find("\x1b[") != std::string::npos);
    for (std::size_t at = 0; (at = text.find("\x1b[")) != std::string::npos;) {
      text.erase(at, text.find('m', at) + 1 - at);
    }
    return text;
  };
  CHECK(stripped(batchTable(rowsOf(rows), TableRows::All, true)) == plainTable(rows));
  CHECK(stripped(batchSummary(tally, true)) == batchSummary(tally, false));
}
