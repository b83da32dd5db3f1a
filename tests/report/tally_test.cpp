#include "report/rows/tally.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "report/batch_rows.h"
#include "report/rows/batch_table.h"
#include "report/text/text_layout.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

std::vector<ResultRow> mixedRows() {
  return {expecting(answered(0, 0, "a", "sc", RaceStatus::Racy), ExpectationOutcome::Met),
          expecting(answered(0, 1, "a", "rsp"), ExpectationOutcome::Failed, "no"),
          answered(1, 0, "b", "rsp", RaceStatus::NotDefined),
          answered(1, 1, "b", "sc"),
          expecting(unanswered(2, 0, "c", "sc", RowStatus::Undecided, "time limit"),
                    ExpectationOutcome::Undecided, "time limit"),
          unanswered(3, 0, "d", "", RowStatus::Unsupported, "dialect PTX"),
          expecting(answered(4, 0, "e", "sc"), ExpectationOutcome::Unsupported, "property termination"),
          expecting(unanswered(5, 0, "f", "sc", RowStatus::Unsupported, "dialect PTX"),
                    ExpectationOutcome::Unsupported, "dialect PTX")};
}

Tally tallyOf(const std::vector<ResultRow>& rows) {
  Tally tally;
  for (const ResultRow& row : rows) {
    tally.add(row);
  }
  return tally;
}

}  // namespace

TEST_CASE("counts by model and in all") {
  const Tally tally = tallyOf(mixedRows());
  CHECK(tally.models == std::vector<std::string>{"sc", "rsp", ""});
  const Counts& sc = tally.byModel.at("sc");
  CHECK(sc.rows == 5);
  CHECK(sc.racy == 1);
  CHECK(sc.raceFree == 2);
  CHECK(sc.unjudged == 1);
  CHECK(sc.failedRows == 0);
  CHECK(sc.statuses.at(RowStatus::Undecided) == 1);
  CHECK(sc.expectations.at(ExpectationOutcome::Unsupported) == 2);
  CHECK(tally.all.rows == 8);
  CHECK(tally.all.failedRows == 1);
  CHECK(tally.all.unjudged == 2);
  CHECK(tally.unsupported ==
        std::map<std::string, std::size_t>{{"dialect PTX", 2}, {"property termination", 1}});
}

TEST_CASE("the order in which rows come changes nothing") {
  std::vector<ResultRow> rows = mixedRows();
  const std::string summary = batchSummary(tallyOf(rows), false);
  std::ranges::reverse(rows);
  CHECK(batchSummary(tallyOf(rows), false) == summary);
  std::ranges::rotate(rows, rows.begin() + 3);
  CHECK(batchSummary(tallyOf(rows), false) == summary);
}

TEST_CASE("the summary leaves out what never happened") {
  CHECK(
      batchSummary(tallyOf({answered(0, 0, "a", "sc", RaceStatus::Racy),
                            expecting(answered(1, 0, "b", "sc", RaceStatus::Racy), ExpectationOutcome::Met)}),
                   false) ==
      "         answers       expectations\n"
      "model    rows  racy    met  not judged\n"
      "sc          2     2      1           1\n");
  CHECK(batchSummary(Tally{}, false) == "no rows\n");
}

TEST_CASE("a summary of everything") {
  CHECK(batchSummary(tallyOf(mixedRows()), false) ==
        "              answers\n"
        "model         rows  racy  race-free  undecided  unsupported\n"
        "sc               5     1          2          1            1\n"
        "rsp              2     0          1          0            0\n"
        "(no model)       1     0          0          0            1\n"
        "total            8     1          3          1            2\n"
        "\n"
        "              expectations\n"
        "model         met  failed  undecided  unsupported  not judged\n"
        "sc              1       0          1            2           1\n"
        "rsp             0       1          0            0           1\n"
        "(no model)      0       0          0            0           0\n"
        "total           1       1          1            2           2\n"
        "\n"
        "not supported, and never counted as met:\n"
        "  2  dialect PTX\n"
        "  1  property termination\n");
}

TEST_CASE("the progress line") {
  Tally tally;
  CHECK(progressLine(0, 40, 0, tally, 80) == "[ 0/40]");
  CHECK(progressLine(812, 4086, 5.6, tally, 80) == "[ 812/4086] 145/s, 23 s left");
  CHECK(progressLine(1, 40, 4, tally, 80) == "[ 1/40] 0.2/s, 3 min left");
  CHECK(progressLine(1, 4000, 4, tally, 80) == "[   1/4000] 0.2/s, 4 h 27 min left");
  CHECK(progressLine(40, 40, 4, tally, 80) == "[40/40] 10/s");
  tally = tallyOf({expecting(answered(0, 0, "a", "sc"), ExpectationOutcome::Failed, "no"),
                   unanswered(1, 0, "b", "sc", RowStatus::Crashed, "signal 9")});
  CHECK(progressLine(812, 4086, 5.6, tally, 80) == "[ 812/4086] 145/s, 23 s left, 1 failed, 1 error");
  CHECK(progressLine(812, 4086, 5.6, tally, 42) == "[ 812/4086] 23 s left, 1 failed, 1 error");
  CHECK(progressLine(812, 4086, 5.6, tally, 30) == "[ 812/4086] 1 failed, 1 error");
  for (std::size_t width = 0; width < 60; ++width) {
    CHECK(progressLine(812, 4086, 5.6, tally, width).size() <= width);
  }
}
