#include "report/rows/sarif.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "report/batch_rows.h"
#include "support/json_schema.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

using Json = nlohmann::json;

const RowFinding kRace{
    "heterogeneous-race",
    "'st V, 2' races with 'ld r1, V' on line 7",
    {{"a.litmus", 5, 2, 7, FoundRegion{2, 5, 9}}, {"a.litmus", 7, 12, 8, FoundRegion{12, 7, 20}}},
    "'ld r1, V' on line 7"};

/// The schema of the standard (tests/report/schemas).
const Json& standard() {
  static const Json schema = [] {
    const char* other = std::getenv("HRFCHECK_SARIF_SCHEMA");
    std::ifstream file(other != nullptr ? other
                                        : HRFCHECK_SOURCE_DIR "/tests/report/schemas/sarif-2.1.0.json");
    return Json::parse(file);
  }();
  return schema;
}

ResultRow found(ResultRow row, RowFinding finding) {
  row.findings.push_back(std::move(finding));
  return row;
}

Json runOf(const std::vector<ResultRow>& rows, const RunExtent& extent = {}) {
  const Rows visit = [&](const RowVisitor& visitor) { std::ranges::for_each(rows, visitor); };
  const Json log = Json::parse(sarif(visit, "1.2.3", extent));
  CHECK(mistakesUnder(standard(), log, valijson::SchemaParser::kDraft4) == "");
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
  CHECK(race["message"]["text"] == "'st V, 2' races with ['ld r1, V' on line 7](1) [hsa, rsp]");
  const Json& place = race["locations"][0]["physicalLocation"];
  CHECK(place["artifactLocation"]["uri"] == "a.litmus");
  CHECK(place["artifactLocation"]["uriBaseId"] == "%SRCROOT%");
  CHECK(place["region"] == Json{{"startLine", 5}, {"startColumn", 2}, {"endLine", 5}, {"endColumn", 9}});
  REQUIRE(race["relatedLocations"].size() == 1);
  const Json& second = race["relatedLocations"][0];
  CHECK(second["id"] == 1);
  CHECK(second["message"]["text"] == "'ld r1, V' on line 7");
  CHECK(second["physicalLocation"]["region"]["startLine"] == 7);
  CHECK(second["physicalLocation"]["region"]["startColumn"] == 12);
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
  extent.unlaunched = {"library.cu"};
  const Json notes = runOf({}, extent)["invocations"][0]["toolExecutionNotifications"];
  REQUIRE(notes.size() == 2);
  CHECK(notes[0]["level"] == "note");
  CHECK(notes[0]["message"]["text"].get<std::string>().starts_with("library.cu specifies no launch"));
}

TEST_CASE("findings survive a results file") {
  const ResultRow row = found(answered(0, 0, "a.litmus", "hsa", RaceStatus::Racy), kRace);
  CHECK(parseRow(rowJson(row)).findings == row.findings);
}

TEST_CASE("what is no SARIF does not pass the schema") {
  const Rows none = [](const RowVisitor&) {};
  Json log = Json::parse(sarif(none, "1", {}));
  log["runs"][0]["results"] = Json::array({Json{{"ruleId", 3}}});
  CHECK_FALSE(mistakesUnder(standard(), log, valijson::SchemaParser::kDraft4).empty());
}

TEST_CASE("rules say what they are, and results name them by their place") {
  const Json run = runOf({found(answered(0, 0, "a.litmus", "hsa", RaceStatus::Racy), kRace)});
  const Json& rules = run["tool"]["driver"]["rules"];
  for (const Json& rule : rules) {
    CAPTURE(rule.dump());
    for (const char* field : {"shortDescription", "fullDescription", "help"}) {
      CHECK(rule[field]["text"].get<std::string>().ends_with('.'));
    }
    CHECK(rule["defaultConfiguration"].contains("level"));
  }
  const Json& race = run["results"][0];
  CHECK(rules[race["ruleIndex"].get<std::size_t>()]["id"] == race["ruleId"]);
}

TEST_CASE("paths are URIs") {
  RowFinding odd = kRace;
  odd.where = {{"sub dir/a#1%.litmus", 1}, {"/tmp/b?.litmus", 2}};
  const Json race = resultsOf({found(answered(0, 0, "a.litmus", "hsa", RaceStatus::Racy), odd)})[0];
  const Json& first = race["locations"][0]["physicalLocation"]["artifactLocation"];
  CHECK(first["uri"] == "sub%20dir/a%231%25.litmus");
  CHECK(first["uriBaseId"] == "%SRCROOT%");
  const Json& second = race["relatedLocations"][0]["physicalLocation"]["artifactLocation"];
  CHECK(second["uri"] == "file:///tmp/b%3F.litmus");
  CHECK_FALSE(second.contains("uriBaseId"));
}

TEST_CASE("brackets of instructions do not end a link, nor begin one") {
  RowFinding odd = kRace;
  odd.message = "'q[i](1)' races with 'x[0] = 1' on line 7";
  odd.second = "'x[0] = 1' on line 7";
  const Json race = resultsOf({found(answered(0, 0, "a.litmus", "hsa", RaceStatus::Racy), odd)})[0];
  CHECK(race["message"]["text"] == "'q\\[i\\](1)' races with ['x\\[0\\] = 1' on line 7](1) [hsa]");
}

TEST_CASE("fingerprints stay where lines move, and tell findings apart") {
  const auto fingerprintOf = [](const Json& result) {
    return result["partialFingerprints"]["hrfcheckFinding/v1"].get<std::string>();
  };
  const ResultRow row = answered(0, 0, "a.litmus", "hsa", RaceStatus::Racy);
  RowFinding moved = kRace;
  moved.message = "'st V, 2' races with 'ld r1, V' on line 107";
  moved.where = {{"a.litmus", 105}, {"a.litmus", 107}};
  const std::string before = fingerprintOf(resultsOf({found(row, kRace)})[0]);
  CHECK(fingerprintOf(resultsOf({found(row, moved)})[0]) == before);
  RowFinding other = kRace;
  other.message = "'st W, 2' races with 'ld r1, W' on line 7";
  CHECK(fingerprintOf(resultsOf({found(row, other)})[0]) != before);
  const Json both = resultsOf({found(found(row, kRace), moved)});
  REQUIRE(both.size() == 2);
  CHECK(fingerprintOf(both[0]) == before);
  CHECK(fingerprintOf(both[1]) != before);
}

TEST_CASE("a failed expectation is marked at its line, or at the condition") {
  ResultRow row = answered(0, 0, "a.litmus", "hsa", RaceStatus::Racy);
  row.condition = FoundAt{"a.litmus", 9, 1, 15, FoundRegion{1, 9, 16}};
  row.expected = {
      {{ExpectedAnswer::RaceFree, 0}, 11, FoundAt{"a.litmus", 11, 13, 9, FoundRegion{13, 11, 22}}}};
  row.expectations = {{"a.litmus:11", "race", "", ExpectationOutcome::Failed, "racy, expected race-free"},
                      {"condition", "condition", "", ExpectationOutcome::Failed, "Sometimes, expected Never"},
                      {"expected/a.log:3", "outcomes", "", ExpectationOutcome::Failed, "another state"},
                      {"a.litmus:12", "termination", "", ExpectationOutcome::Failed, "may hang"}};
  const Json results = resultsOf({row});
  REQUIRE(results.size() == 4);
  const auto regionOf = [&](std::size_t i) {
    return results[i]["locations"][0]["physicalLocation"]["region"];
  };
  CHECK(regionOf(0) == Json{{"startLine", 11}, {"startColumn", 13}, {"endLine", 11}, {"endColumn", 22}});
  CHECK(regionOf(1) == Json{{"startLine", 9}, {"startColumn", 1}, {"endLine", 9}, {"endColumn", 16}});
  CHECK(regionOf(2)["startLine"] == 9);
  const Json& log = results[2]["relatedLocations"][0]["physicalLocation"];
  CHECK(log["artifactLocation"]["uri"] == "expected/a.log");
  CHECK(log["region"]["startLine"] == 3);
  CHECK(regionOf(3) == Json{{"startLine", 12}});
}

TEST_CASE("places survive a results file") {
  ResultRow row = answered(0, 0, "a.litmus", "hsa", RaceStatus::Racy);
  row.condition = FoundAt{"a.litmus", 9, 1, 15, FoundRegion{1, 9, 16}};
  row.expected = {
      {{ExpectedAnswer::RaceFree, 0}, 11, FoundAt{"a.litmus", 11, 13, 9, FoundRegion{13, 11, 22}}}};
  const ResultRow read = parseRow(rowJson(row));
  CHECK(read.condition == row.condition);
  CHECK(read.expected == row.expected);
  CHECK(schemaMistakes("batch", Json::parse(rowJson(row))) == "");
}
