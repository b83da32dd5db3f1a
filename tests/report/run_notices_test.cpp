#include "report/html/run_notices.h"

#include <doctest/doctest.h>

#include "report/batch_rows.h"
#include "report/rows/run_facts.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

std::vector<std::string> noticesOf(const std::vector<ResultRow>& rows) {
  RunNotices notices;
  for (const ResultRow& row : rows) {
    notices.add(row);
  }
  std::vector<std::string> texts;
  for (const RunNotice& notice : notices.all()) {
    texts.push_back(notice.filter + ": " + notice.text);
  }
  return texts;
}

ResultRow without(std::size_t test, RowStatus status, const std::string& reason) {
  return unanswered(test, 0, "t", "rsp", status, reason);
}

}  // namespace

TEST_CASE("what has no answer is counted by reason, the most frequent first") {
  CHECK(noticesOf(
            {without(0, RowStatus::Undecided, "memory limit"), without(1, RowStatus::Undecided, "time limit"),
             without(2, RowStatus::Undecided, "time limit"),
             without(3, RowStatus::Crashed, "killed by signal 9"), without(4, RowStatus::Error, "t:1: error"),
             without(5, RowStatus::NotApplicable, "no scopes")}) ==
        std::vector<std::string>{
            "undecided: 3 results are undecided: time limit (2), memory limit (1)",
            "crashed: 1 result is missing because the checker crashed: killed by signal 9 (1)",
            "error: 1 result is an error: something cannot be read",
            "inapplicable: 1 result was skipped as not applicable: no scopes (1)"});
}

TEST_CASE("a race that was found before a limit was reached is not all that there may be") {
  ResultRow racy = answered(0, 0, "t", "rsp", RaceStatus::Racy);
  racy.status = RowStatus::Undecided;
  racy.reason = "time limit";
  CHECK(noticesOf({racy}) == std::vector<std::string>{"open: 1 result may be incomplete: time limit (1)"});
}

TEST_CASE("no notice where every question has its answer") {
  CHECK(noticesOf({answered(0, 0, "t", "rsp"), without(1, RowStatus::NotApplicable, "no scopes"),
                   expecting(without(2, RowStatus::Undecided, "bound reached"), ExpectationOutcome::Met)})
            .empty());
}

TEST_CASE("durations and sizes") {
  CHECK(durationText(0.2) == "1 s");
  CHECK(durationText(99.5) == "2 min");
  CHECK(durationText(7201) == "2 h 1 min");
  CHECK(sizeText(640) == "640 bytes");
  CHECK(sizeText(12345) == "12 kB");
  CHECK(sizeText(3440000) == "3.4 MB");
  CHECK(listed(RunFacts{}).empty());
}
