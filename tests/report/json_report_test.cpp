#include "report/json_report.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "cat/library.h"
#include "support/given.h"
#include "support/json_schema.h"
#include "support/verdicts.h"

namespace json_report_test {

using namespace hrfcheck;
using namespace hrfcheck::test;
using Json = nlohmann::json;

namespace {

/// What is wrong with a document, or nothing.
std::string mistakes(const Json& document) {
  return schemaMistakes("report", document);
}

Verdict verdictOf(const std::string& text, const std::string& model, Engine& engine) {
  const auto structure = std::make_shared<const EventStructure>(programOf(text));
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  return checkProgram(engine, given(structure, library.load(model)), {});
}

Json reportOf(const std::string& text, const std::string& model) {
  const auto engine = makeExplicitEngine();
  JsonReport report;
  report.verdicts.push_back(verdictOf(text, model, *engine));
  return Json::parse(jsonReport(report, true));
}

}  // namespace

TEST_CASE("a racy verdict, complete and as the schema says") {
  const Json document = reportOf(kFig14, "hrf-indirect-relaxed");
  CHECK(mistakes(document) == "");
  CHECK(document["format"] == "hrfcheck-report");
  CHECK(document["version"] == kReportVersion);
  const Json& result = document["results"].at(0);
  CHECK(result["raceStatus"] == "racy");
  CHECK(result["settled"] == true);
  CHECK(result["incomplete"].is_null());
  CHECK(result["condition"]["text"] == "exists (1:r0=0 /\\ 1:r1=0)");
  CHECK(result["condition"]["status"] == "allowed");
  REQUIRE(result["races"].size() == 2);
  const Json& race = result["races"][0];
  CHECK(race["first"]["name"] == "P0:1");
  CHECK(race["first"]["scope"] == "wg 0");
  CHECK(race["first"]["line"] == 5);
  CHECK(race["reason"] == "scope-does-not-contain");
  CHECK(race["fix"] == Json::parse(R"([{"instruction": "P0:1", "scope": "cmp"}])"));
  CHECK(result["races"][1]["followsFrom"] == 0);
  CHECK_FALSE(result["races"][1]["first"].contains("scope"));
  REQUIRE(result["outcomes"].size() == 3);
  CHECK(result["outcomes"][0]["state"] == Json::parse(R"({"1:r0": "0", "1:r1": "0"})"));
  CHECK(result["outcomes"][0]["satisfiesCondition"] == true);
  const Json& witness = result["outcomes"][0]["witness"];
  CHECK(witness["events"].size() >= 6);
  for (const Json& event : witness["events"]) {
    CHECK(event.contains("line") == event.contains("instruction"));
  }
  CHECK_FALSE(witness["rf"].empty());
  CHECK(witness["co"]["L"].at(0) == 0);
}

TEST_CASE("verdicts of every kind fit the schema") {
  CHECK(mistakes(reportOf(kFig14, "rsp")) == "");
  CHECK(
      mistakes(reportOf("HSA D\n{ X=0; }\n P0@wg 0 | P1@wg 0 ;\n barrier.wg | ld r0, X ;\nexists (1:r0=0)\n",
                        "hrf-indirect-relaxed")) == "");
  CHECK(mistakes(reportOf("HSA L\n{ x=0; }\n P0 ;\n A: ;\n ld r0, x ;\n beq r0, 0, A ;\nexists (0:r0=1)",
                          "sc")) == "");
}

TEST_CASE("an undecided verdict has nulls where nothing is known") {
  Analysis analysis;
  analysis.undecided = "time limit";
  FixedEngine engine(analysis);
  JsonReport report;
  report.verdicts.push_back(verdictOf(kFig14, "rsp", engine));
  const Json document = Json::parse(jsonReport(report, false));
  CHECK(mistakes(document) == "");
  const Json& result = document["results"].at(0);
  CHECK(result["incomplete"] == "time limit");
  CHECK(result["condition"]["holds"].is_null());
  CHECK(result["raceStatus"] == "undecided");
  CHECK_FALSE(result.contains("statistics"));
}

TEST_CASE("what was not asked is neither an answer nor undecided") {
  const auto asked = [](OutcomeSearch outcomes, bool flags) {
    const auto engine = makeExplicitEngine();
    const auto structure = std::make_shared<const EventStructure>(programOf(kFig14));
    const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
    CheckOptions options;
    options.analysis.outcomes = outcomes;
    options.analysis.flags = flags;
    JsonReport report;
    report.verdicts.push_back(
        checkProgram(*engine, given(structure, library.load("hrf-indirect-relaxed")), options));
    const Json document = Json::parse(jsonReport(report, true));
    CHECK(mistakes(document) == "");
    return document["results"].at(0);
  };
  const Json condition = asked(OutcomeSearch::Condition, false);
  CHECK(condition["raceStatus"] == "not-asked");
  CHECK(condition["outcomesAsked"] == "condition");
  CHECK(condition["outcomes"].size() == 2);
  CHECK(condition["condition"]["observation"] == "Sometimes");
  CHECK(condition["settled"] == true);
  const Json races = asked(OutcomeSearch::None, true);
  CHECK(races["raceStatus"] == "racy");
  CHECK(races["outcomes"].empty());
  CHECK(races["condition"]["status"] == "not-asked");
  CHECK(races["condition"]["observation"] == "NotAsked");
  CHECK(races["condition"]["holds"].is_null());
  CHECK_FALSE(races["condition"].contains("executions"));
  CHECK(races["settled"] == true);
}

TEST_CASE("diagnostics and models that were not asked") {
  JsonReport report;
  const auto source = std::make_shared<const Source>("bad.litmus", "HSA x\nfoo\n");
  report.diagnostics.push_back({Severity::Error, {source, {6, 9}}, "no \xff such thing", "a hint"});
  report.diagnostics.push_back({Severity::Warning, {}, "without a place", ""});
  report.skipped.push_back({"a.litmus", "hsa", "remote operations"});
  const Json document = Json::parse(jsonReport(report, false));
  CHECK(mistakes(document) == "");
  CHECK(document["diagnostics"][0]["line"] == 2);
  CHECK(document["diagnostics"][0]["hint"] == "a hint");
  CHECK(document["notApplicable"][0]["model"] == "hsa");
}

TEST_CASE("the schema refuses what is not a report") {
  CHECK(mistakes(Json::parse(R"({"format": "hrfcheck-report", "version": 2})")) != "");
  Json document = reportOf(kFig14, "rsp");
  document["results"][0]["raceStatus"] = "perhaps";
  CHECK(mistakes(document) != "");
}

}  // namespace json_report_test
