#include "report/advice_report.h"

#include <doctest/doctest.h>

#include "corpus_tests.h"
#include "support/has.h"
#include "support/json_schema.h"
#include "util/diagnostic.h"
#include "util/unified_diff.h"

namespace advice_report_test {

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

const std::string kFolder = std::string(HRFCHECK_SOURCE_DIR) + "/litmus/hrf/";

SourcePtr textOf(const std::string& text) {
  return std::make_shared<const Source>("costs.json", text);
}

}  // namespace

TEST_CASE("JSON of advice follows its schema, and has the edits as data") {
  const auto engine = makeEngine(EngineChoice::Auto);
  const Advice repaired = repair(requestFor(kFolder + "t03-mp-rel-wg-acq-cmp.litmus", {}), *engine);
  const auto json = nlohmann::json::parse(adviceJson(repaired));
  CHECK(schemaMistakes("advice", json) == "");
  CHECK(json["answer"] == "edits");
  CHECK(json["optimal"] == true);
  REQUIRE(json["edits"].size() == 1);
  CHECK(json["edits"][0]["line"] == 6);
  CHECK(json["edits"][0]["to"]["scope"] == "cmp");

  AdviceRequest request = requestFor(kFolder + "t01-mp-wg.litmus", {});
  request.weakenings = true;
  const Advice narrowed = narrow(request, *engine);
  const auto table = nlohmann::json::parse(adviceJson(narrowed));
  CHECK(schemaMistakes("advice", table) == "");
  CHECK(table["table"].size() == 2);
}

TEST_CASE("a search that is stopped says how good its best is") {
  AdviceRequest request = requestFor(kFolder + "t01-mp-wg.litmus", {});
  request.search.steps = 1;
  const auto engine = makeEngine(EngineChoice::Auto);
  Advice stopped = narrow(request, *engine);
  CHECK(stopped.search.stopped == "limit of steps");
  CHECK_FALSE(stopped.search.optimal);
  CHECK_FALSE(stopped.search.locallyMinimal);
  const std::string noSingle = "No single annotation can be weakened any further";
  CHECK(adviceText(stopped, {}).find(noSingle) == std::string::npos);
  CHECK(adviceText(stopped, {}).find("nothing narrowed so far: cost") != std::string::npos);
  stopped.search.locallyMinimal = true;
  CHECK(adviceText(stopped, {}).find(noSingle) != std::string::npos);
}

TEST_CASE("costs are read from JSON, and mistakes are told") {
  CHECK(costsFrom(textOf("{\"scope\": 10}")).scope == 10);
  CHECK(costsFrom(textOf("{}")).remote == Costs{}.remote);
  CHECK_THROWS_AS(costsFrom(textOf("{\"scop\": 10}")), UserError);
  CHECK_THROWS_AS(costsFrom(textOf("{\"scope\": -1}")), UserError);
  CHECK_THROWS_AS(costsFrom(textOf("[1]")), UserError);
  CHECK_THROWS_AS(costsFrom(textOf("{")), UserError);
}

TEST_CASE("other costs, other repairs: where scopes cost nothing, neither does widening one") {
  AdviceRequest request = requestFor(kFolder + "t03-mp-rel-wg-acq-cmp.litmus", {});
  request.costs.scope = 0;
  request.costs.other = 0;
  request.costs.fence = 1000;
  request.costs.atomic = 1000;
  const auto engine = makeEngine(EngineChoice::Auto);
  CHECK(repair(request, *engine).search.best->cost == 0);
}

TEST_CASE("a unified diff has hunks with three lines of context") {
  CHECK(unifiedDiff("f", "a\nb\n", "a\nb\n") == "");
  CHECK(unifiedDiff("f", "a\nb\nc\nd\ne\n", "a\nb\nc\nd\nx\n") ==
        "--- f\n+++ f\n@@ -2,4 +2,4 @@\n b\n c\n d\n-e\n+x\n");
  CHECK(
      unifiedDiff("f", "a\nb", "a\nc") ==
      "--- f\n+++ f\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n\\ No newline at end of file\n");
  CHECK(has(unifiedDiff("f", "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n", "0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n"),
            "@@ -1,3 +1,4 @@\n+0\n"));
}

}  // namespace advice_report_test
