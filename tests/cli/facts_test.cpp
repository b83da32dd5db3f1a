// What the published definitions say and do not say, each shown by one command of docs/compare.md ("Six
// facts"). The verdicts are derived there and on the pages of the models.

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "cli/process.h"

using namespace hrfcheck::test;
using Json = nlohmann::json;

namespace {

Json compared(const std::string& options) {
  const Finished run =
      runShell("cd '" HRFCHECK_SOURCE_DIR "' && \"$HRFCHECK\" compare --format json " + options);
  CAPTURE(run.err);
  REQUIRE(run.status == 0);
  return Json::parse(run.out);
}

Json pairOf(const Json& json, const std::string& first, const std::string& second) {
  for (const Json& pair : json["pairs"]) {
    if (pair["first"] == first && pair["second"] == second) {
      return pair;
    }
  }
  return {};
}

/// Of a model on the only test that the path's part names.
Json answerOf(const Json& json, const std::string& part, const std::string& model) {
  for (const Json& test : json["differences"]) {
    for (const Json& answer : test["answers"]) {
      if (test["path"].get<std::string>().find(part) != std::string::npos && answer["model"] == model) {
        return answer;
      }
    }
  }
  return {};
}

}  // namespace

TEST_CASE("HRF-direct and HRF-indirect differ on Figure 6 of ASPLOS'14") {
  const Json json = compared("-m hrf-direct -m hrf-indirect litmus/hrf/t04-hrf0-fig2.litmus");
  CHECK(pairOf(json, "hrf-direct", "hrf-indirect")["relation"] == "first-allows-more");
  CHECK(answerOf(json, "t04", "hrf-direct")["racingPairs"] == Json::parse(R"([["P0:0", "P2:2"]])"));
  CHECK(answerOf(json, "t04", "hrf-indirect")["races"] == "race-free");
  // Whenever the flag arrives, so does the data.
  CHECK(answerOf(json, "t04", "hrf-indirect")["outcomes"] ==
        Json({"1:r0=0 1:r1=0 2:r2=0 2:r3=0", "1:r0=1 1:r1=1 2:r2=0 2:r3=0", "1:r0=1 1:r1=1 2:r2=1 2:r3=1"}));
}

TEST_CASE("HRF-direct-relaxed is not HRF-direct") {
  const std::string models = "-m hrf-direct -m hrf-direct-relaxed ";
  const Json nested = compared(models + "litmus/hrf/t04-hrf0-fig2.litmus");
  CHECK(pairOf(nested, "hrf-direct", "hrf-direct-relaxed")["relation"] == "first-allows-more");
  CHECK(answerOf(nested, "t04", "hrf-direct-relaxed")["races"] == "race-free");
  CHECK(answerOf(nested, "t04", "hrf-direct")["races"] == "racy");
  // No agent is in all scopes of this chain: there the two agree.
  const Json chain = compared(models + "litmus/hrf/t10-chain-wg-cmp-wg.litmus");
  CHECK(pairOf(chain, "hrf-direct", "hrf-direct-relaxed")["relation"] == "equal");
  CHECK(chain["differences"].empty());
}

TEST_CASE("the closed reading of \"consistent\" is sequential consistency") {
  const std::string closed = "docs/facts/closed-consistency.cat";
  const std::string models = "-m sc -m " + closed + " -m hrf-indirect-relaxed ";
  const Json json = compared(models + "litmus/hrf/t20-sb-rlx.litmus litmus/hrf/t21-iriw-rlx-tr-fig10.litmus");
  CHECK(pairOf(json, "sc", closed)["relation"] == "equal");
  CHECK(pairOf(json, closed, "hrf-indirect-relaxed")["secondAllowsMore"]["tests"] == 2);
  CHECK(answerOf(json, "t20", closed)["outcomes"].size() == 3);
  CHECK(answerOf(json, "t20", "hrf-indirect-relaxed")["outcomes"].size() == 4);
  CHECK(answerOf(json, "t21", closed)["outcomes"].size() == 15);
  CHECK(answerOf(json, "t21", "hrf-indirect-relaxed")["outcomes"].size() == 16);
  const Json all = compared("--candidates " + models + "litmus/hrf");
  CHECK(pairOf(all, "sc", closed)["relation"] == "equal");
  CHECK(pairOf(all, "sc", closed)["tests"].get<int>() > 50);
  CHECK(pairOf(all, "sc", "hrf-indirect-relaxed")["relation"] == "second-allows-more");
}

TEST_CASE("HRF0 as printed makes every flag race") {
  const Json json =
      compared("-m hrf0 -m hrf0-literal litmus/hrf/t08-acquire-first.litmus litmus/hrf/t01-mp-wg.litmus");
  CHECK(pairOf(json, "hrf0", "hrf0-literal")["secondAllowsMore"]["tests"] == 2);
  CHECK(answerOf(json, "t08", "hrf0-literal")["racingPairs"] == Json::parse(R"([["P0:0", "P1:0"]])"));
  CHECK(answerOf(json, "t08", "hrf0")["races"] == "race-free");
  CHECK(answerOf(json, "t01", "hrf0-literal")["racingPairs"] == Json::parse(R"([["P0:1", "P1:0"]])"));
  CHECK(answerOf(json, "t01", "hrf0")["races"] == "race-free");
}

TEST_CASE("RSP as printed makes RSP_Test2 race") {
  const Json json = compared(
      "-m rsp -m rsp-literal litmus/rsp/t14-mp-rm-acq.litmus "
      "litmus/rsp-oopsla15/test2-mp-remote-acquire.litmus");
  CHECK(pairOf(json, "rsp", "rsp-literal")["secondAllowsMore"]["tests"] == 2);
  for (const char* test : {"t14", "test2"}) {
    CHECK(answerOf(json, test, "rsp-literal")["racingPairs"] == Json::parse(R"([["P0:1", "P1:0"]])"));
    CHECK(answerOf(json, test, "rsp")["races"] == "race-free");
  }
}

TEST_CASE("rsp and opencl-rsp are incomparable") {
  const Json json = compared(
      "-m rsp -m rsp-incl -m opencl-rsp litmus/rsp/t17-rm-rel-two-acquires.litmus "
      "litmus/rsp/t18-third-party.litmus");
  for (const char* other : {"rsp-incl", "opencl-rsp"}) {
    const Json pair = pairOf(json, "rsp", other);
    CHECK(pair["relation"] == "incomparable");
    CHECK(pair["firstAllowsMore"]["smallest"]["path"] == "litmus/rsp/t17-rm-rel-two-acquires.litmus");
    CHECK(pair["secondAllowsMore"]["smallest"]["path"] == "litmus/rsp/t18-third-party.litmus");
  }
  CHECK(pairOf(json, "rsp-incl", "opencl-rsp")["relation"] == "equal");
}
