#include "report/rows/sarif.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "report/batch_rows.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

using Json = nlohmann::json;

const RowFinding kRace{
    "heterogeneous-race", "'st V, 2' races with 'ld r1, V' on line 7", {{"a.litmus", 5}, {"a.litmus", 7}}};

ResultRow found(ResultRow row, RowFinding finding) {
  row.findings.push_back(std::move(finding));
  return row;
}

Json runOf(const std::vector<ResultRow>& rows, const RunExtent& extent = {}) {
  const Rows visit = [&](const RowVisitor& visitor) { std::ranges::for_each(rows, visitor); };
  const Json log = Json::parse(sarif(visit, "1.2.3", extent));
  CHECK(log["version"] == "2.1.0");
  REQUIRE(log["runs"].size() == 1);
  CHECK(log["runs"][0]["tool"]["driver"]["version"] == "1.2.3");
  return log["runs"][0];
}

Json resultsOf(const std::vector<ResultRow>& rows) {
  return runOf(rows)["results"];
}

}  // namespace

TEST_CASE("a race is a result at its lines, once for all models") {
  const Json results = resultsOf({found(answered(0, 0, "a.litmus", "hsa", RaceStatus::Racy), kRace),
                                  found(answered(0, 1, "a.litmus", "rsp", RaceStatus::Racy), kRace)});
  REQUIRE(results.size() == 1);
  const Json& race = results[0];
  CHECK(race["ruleId"] == "heterogeneous-race");
  CHECK(race["level"] == "error");
  CHECK(race["message"]["text"] == "'st V, 2' races with 'ld r1, V' on line 7 [hsa, rsp]");
  const Json& place = race["locations"][0]["physicalLocation"];
  CHECK(place["artifactLocation"]["uri"] == "a.litmus");
  CHECK(place["region"]["startLine"] == 5);
  CHECK(race["relatedLocations"][0]["physicalLocation"]["region"]["startLine"] == 7);
}

TEST_CASE("an expected race is no result, a failed expectation is one") {
  const ResultRow racy = found(answered(0, 0, "a.litmus", "hsa", RaceStatus::Racy), kRace);
  CHECK(resultsOf({expecting(racy, ExpectationOutcome::Met)}).empty());
  const Json results = resultsOf({expecting(racy, ExpectationOutcome::Failed, "race-free was expected")});
  REQUIRE(results.size() == 2);
  CHECK(results[1]["ruleId"] == "expectation");
  CHECK(results[1]["message"]["text"] == "a.litmus: outcomes: race-free was expected [hsa]");
  CHECK_FALSE(results[1]["locations"][0]["physicalLocation"].contains("region"));
}

TEST_CASE("no answer is an open result, a test that cannot be read an error at its line") {
  const Json results = resultsOf({unanswered(0, 0, "a.cl:one", "opencl", RowStatus::Undecided, "time limit"),
                                  found(unanswered(1, 0, "b.cl", "", RowStatus::Error, "b.cl:3:1: nonsense"),
                                        {"unreadable", "nonsense", {{"b.cl", 3}}})});
  REQUIRE(results.size() == 2);
  CHECK(results[0]["kind"] == "open");
  CHECK(results[0]["level"] == "none");
  CHECK(results[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "a.cl");
  CHECK(results[1]["ruleId"] == "unreadable");
  CHECK(results[1]["locations"][0]["physicalLocation"]["region"]["startLine"] == 3);
}

TEST_CASE("a run that was stopped does not pass for a whole one") {
  RunExtent extent;
  CHECK(runOf({}, extent)["invocations"][0]["executionSuccessful"] == true);
  extent.tests = 3;
  extent.done = 1;
  extent.stopped = "interrupted";
  const Json run = runOf({}, extent);
  CHECK(run["invocations"][0]["executionSuccessful"] == false);
  CHECK(run["invocations"][0]["toolExecutionNotifications"].size() == 1);
}

TEST_CASE("findings survive a results file") {
  const ResultRow row = found(answered(0, 0, "a.litmus", "hsa", RaceStatus::Racy), kRace);
  CHECK(parseRow(rowJson(row)).findings == row.findings);
}
