#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "batch/compare/comparison_json.h"
#include "batch/compare_rows.h"
#include "support/json_schema.h"

using namespace hrfcheck;
using namespace hrfcheck::test;
using Json = nlohmann::json;

namespace {

bool fits(const Json& document) {
  return schemaMistakes("comparison", document).empty();
}

Comparison everything(Basis basis) {
  return comparisonOf(
      {{rowWith(1, 0, "a", {"0", "1"}), rowWith(1, 1, "b", {"0"}),
        rowWith(1, 2, "sc", {"0"}, RaceStatus::NotDefined)},
       {racy(2, 0, "a"), racy(2, 1, "b", {"3"}, {{"P0:5", "P1:5"}}), racy(2, 2, "sc")},
       {rowWith(3, 0, "a", {"0"}), without(3, 1, "b", RowStatus::Undecided, "time limit"), racy(3, 2, "sc")},
       {without(4, 0, "", RowStatus::Error, "bytes \xff that are no UTF-8")},
       {without(5, 0, "a", RowStatus::Crashed, "signal 9"), without(5, 1, "b", RowStatus::Unsupported, "PTX"),
        without(5, 2, "sc", RowStatus::NotApplicable, "C")}},
      basis);
}

}  // namespace

TEST_CASE("comparisons fit the schema") {
  for (const Basis basis : {Basis::Promises, Basis::Candidates}) {
    CHECK(fits(Json::parse(comparisonJson(everything(basis), 2))));
  }
  CHECK(fits(Json::parse(comparisonJson(Comparison(Basis::Promises), 0))));
}

TEST_CASE("a comparison as JSON says all that the text says") {
  const Json json = Json::parse(comparisonJson(everything(Basis::Promises), 2));
  CHECK(json["format"] == "hrfcheck-comparison");
  CHECK(json["compared"] == "promises");
  CHECK(json["models"] == Json({"a", "b", "sc"}));
  CHECK(json["tests"] == Json({{"compared", 3}, {"differing", 3}, {"notCompared", 2}, {"left", 2}}));
  REQUIRE(json["pairs"].size() == 3);
  const Json& pair = json["pairs"][0];
  CHECK(pair["relation"] == "first-allows-more");
  CHECK(pair["tests"] == 2);
  CHECK(pair["undecided"] == 2);
  CHECK(pair["firstAllowsMore"] ==
        Json({{"tests", 1}, {"smallest", {{"path", "t1.litmus"}, {"threads", 2}, {"instructions", 1}}}}));
  CHECK(pair["secondAllowsMore"]["smallest"].is_null());
  CHECK(pair["onlyRacesDiffer"] == 1);
  CHECK(json["pairs"][1]["relation"] == "incomparable");
  REQUIRE(json["differences"].size() == 3);
  CHECK(json["differences"][0]["onlySomeOutcomes"] ==
        Json::array({{{"outcome", "0:r0=1"}, {"models", {"a"}}, {"execution", "to 1"}}}));
  CHECK(json["differences"][1]["onlySomeRaces"].size() == 2);
  CHECK(json["differences"][2]["answers"][1] ==
        Json({{"model", "b"}, {"status", "undecided"}, {"reason", "time limit"}}));
  CHECK(json["problems"].size() == 4);
  CHECK(json["problems"][1]["path"] == "t4.litmus");
  CHECK_FALSE(json["problems"][1].contains("model"));
  CHECK(json["classes"] == Json::array({{{"models", {"a"}}, {"allowsMoreThan", Json::array()}},
                                        {{"models", {"b", "sc"}}, {"allowsMoreThan", Json::array()}}}));
}

TEST_CASE("the schema refuses what is no comparison") {
  Json json = Json::parse(comparisonJson(everything(Basis::Promises), 0));
  REQUIRE(fits(json));
  for (const char* at : {"/pairs/0/relation", "/compared", "/differences/0/answers/0/races", "/tests/left"}) {
    Json changed = json;
    changed[Json::json_pointer(at)] = "perhaps";
    CAPTURE(at);
    CHECK_FALSE(fits(changed));
  }
  json["more"] = 1;
  CHECK_FALSE(fits(json));
}
