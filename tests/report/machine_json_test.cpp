#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "machine_sample.h"
#include "report/machine/simulation_json.h"
#include "support/json_schema.h"

using namespace hrfcheck;
using nlohmann::json;

TEST_CASE("simulation JSON follows its schema, in every shape") {
  SimulationReport report = test::sampleReport();
  report.runs[0].trace->badStep = 3;
  report.runs[0].trace->badText = "1:r1=0";
  const json broken = json::parse(simulationsJson({report}, true, {}));
  CHECK(test::schemaMistakes("simulation", broken) == "");
  const json& test = broken["tests"][0];
  CHECK(test["against"]["program"] == "race-free");
  CHECK(test["machines"][0]["answer"] == "broken");
  CHECK(test["machines"][0]["finalStates"][1]["standing"] == "not-allowed");
  CHECK(test["machines"][0]["finalStates"][2]["standing"] == "allowed");
  CHECK(test["machines"][0]["notReached"] == json::array({"1:r0=0 1:r1=1"}));
  const json& steps = test["machines"][0]["trace"]["steps"];
  CHECK(steps.size() == 5);
  CHECK(steps[0]["instruction"] == "P0:0");
  CHECK(steps[0]["changed"][0]["fifo"] == json::array({"x", "marker of P0"}));
  CHECK(steps[4]["target"] == "L2");
  CHECK_FALSE(steps[4].contains("instruction"));

  Judgement& judgement = *report.runs[0].judgement;
  judgement = {};
  judgement.promise.kind = PromiseKind::Nothing;
  judgement.promise.reason = PromiseReason::Racy;
  judgement.promise.racing = {{{0, 0}, {1, 1}}};
  judgement.answer = Judgement::Answer::NothingPromised;
  const json racy = json::parse(simulationsJson({report}, false, {}));
  CHECK(test::schemaMistakes("simulation", racy) == "");
  CHECK(racy["tests"][0]["against"]["races"] == json::parse(R"([["P0:0", "P1:1"]])"));
  CHECK_FALSE(racy["tests"][0]["machines"][0]["finalStates"][1].contains("standing"));

  report.runs[0].judgement.reset();
  report.runs[0].trace.reset();
  report.runs[0].simulation.incomplete = "state limit";
  CHECK(test::schemaMistakes("simulation", json::parse(simulationsJson({report}, false, {}))) == "");
  CHECK(test::schemaMistakes("simulation", json::parse(R"({"format": "hrfcheck-simulation"})")) != "");
}

TEST_CASE("machines and rules are listed with their sources") {
  const std::vector<MachineInfo> machines{{"m", "a machine", "a paper", {"r1", "r2"}, {}}};
  const std::vector<MachineRule> rules{{"r1", "what it does", "section 1"}, {"r2", "another", "section 2"}};
  CHECK(machinesText(machines, rules) ==
        "machines, with the rules that are enabled\n"
        "  m: a machine\n"
        "      a paper\n"
        "      r1 r2\n"
        "\n"
        "rules, for --with and --without\n"
        "  r1\n"
        "      what it does\n"
        "      section 1\n"
        "  r2\n"
        "      another\n"
        "      section 2\n");
  CHECK(json::parse(machinesJson(machines, rules))["rules"][1]["summary"] == "another");
}
