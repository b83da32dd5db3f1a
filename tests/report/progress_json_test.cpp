#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "report/progress_samples.h"
#include "support/json_schema.h"

using namespace hrfcheck;
using namespace hrfcheck::test;
using Json = nlohmann::json;

namespace {

Promise promised(const std::string& model) {
  Promise promise;
  promise.kind = PromiseKind::Interleavings;
  promise.reason = PromiseReason::RaceFree;
  promise.basis = PromiseBasis::Tested;
  promise.model = model;
  promise.races = RaceStatus::RaceFree;
  promise.everyInterleaving = PromiseBasis::Definitions;
  return promise;
}

Promise racy(const std::string& model) {
  Promise promise;
  promise.kind = PromiseKind::Nothing;
  promise.reason = PromiseReason::Racy;
  promise.model = model;
  promise.races = RaceStatus::Racy;
  promise.racing = {{{0, 0}, {1, 0}}};
  promise.everyInterleaving = PromiseBasis::Definitions;
  return promise;
}

Promise withoutModel() {
  Promise promise;
  promise.kind = PromiseKind::NotApplicable;
  promise.reason = PromiseReason::NoModel;
  return promise;
}

std::vector<ProgressReport> everything() {
  std::vector<ProgressReport> reports;
  reports.push_back(reportOf(kMutex));
  reports.back().models = {promised("rsp"), racy("hsa"), withoutModel()};
  reports.push_back(reportOf(kSkipped, {"weak", "wg=obe"}));
  reports.push_back(reportOf(kMutex, {"hsa", "obe"}, 3));
  reports.push_back(reportOf(R"(HSA ordinary
{ x=0; }
 P0      | P1             ;
 st x, 1 | WAIT: ld r0, x ;
         | bne r0, 1, WAIT ;
exists (1:r0=1)
)"));
  return reports;
}

const std::vector<Diagnostic> kDiagnostics{{Severity::Warning, {}, "a warning", "and a hint"}};

}  // namespace

TEST_CASE("progress: JSON fits the schema") {
  const std::string text = progressJson(everything(), kDiagnostics, true);
  CHECK(schemaMistakes("progress", Json::parse(text)) == "");
  CHECK(schemaMistakes("progress", Json::parse(progressJson({}, {}, false))) == "");
  Json broken = Json::parse(text);
  broken["results"][0]["verdicts"][0]["answer"] = "perhaps";
  CHECK(schemaMistakes("progress", broken) != "");
}

TEST_CASE("progress: JSON says all that the text says") {
  const Json json = Json::parse(progressJson(everything(), kDiagnostics, false));
  const Json& mutex = json["results"][0];
  CHECK(mutex["states"] == 12);
  CHECK(mutex["baseStates"] == 8);
  CHECK(mutex["explored"] == true);
  CHECK(mutex["stuck"] == false);
  CHECK(!mutex.contains("seconds"));
  const Json& hsa = mutex["verdicts"][1];
  CHECK(hsa["scheduler"] == "hsa");
  CHECK(hsa["answer"] == "may hang");
  CHECK(hsa["expectation"] == "met");
  CHECK(hsa["lasso"]["schedule"] == "1,0(0)");
  CHECK(hsa["lasso"]["fair"] == Json({"P0"}));
  CHECK(hsa["lasso"]["starved"] == Json({"P1"}));
  CHECK(hsa["lasso"]["stem"][0]["written"] == "1");
  CHECK(hsa["lasso"]["stem"][0]["location"] == "lock");
  CHECK(hsa["lasso"]["stem"][0]["line"].is_number());
  CHECK(hsa["lasso"]["why"].size() == 2);
  CHECK(hsa["lasso"]["why"][0].get<std::string>().find("for ever") != std::string::npos);
  CHECK(mutex["verdicts"][5]["expected"] == "may hang");
  CHECK(mutex["verdicts"][5]["expectation"] == "failed");
  CHECK(mutex["models"][0]["exact"] == true);
  CHECK(mutex["models"][0]["basis"] == "tested");
  CHECK(!mutex["models"][0].contains("conditional"));
  CHECK(mutex["models"][1]["conditional"] == Json::array({"hsa promises interleavings to the test"}));
  CHECK(mutex["mayHang"][0]["certain"] == true);
  CHECK(mutex["mayHang"][1]["certain"] == true);  // racy
  CHECK(mutex["mayHang"][2]["certain"] == false);
  CHECK(mutex["models"][1]["exact"] == false);
  CHECK(!mutex["models"][1].contains("basis"));
  CHECK(mutex["models"][1]["racing"] == Json::array({{"P0:0", "P1:0"}}));
  CHECK(!mutex["models"][2].contains("model"));
  CHECK(json["results"][1]["verdicts"][1]["lasso"]["kind"] == "deadlock");
  CHECK(json["results"][2]["verdicts"][1]["reason"] == "state limit");
  CHECK(json["results"][2]["verdicts"][1]["expectation"] == "undecided");
  CHECK(json["results"][3]["ordinarySpins"] == Json({"P1:0"}));
  CHECK(json["results"][3]["finalStates"] == Json::array({{{"1:r0", "1"}}}));
  CHECK(json["diagnostics"][0]["hint"] == "and a hint");
}

TEST_CASE("progress: replays as JSON") {
  const std::shared_ptr<const Program> program = programOf(kMutex);
  ProgressOptions options;
  options.schedulers = {parseSchedulerSpec("obe", program->scopes.levels(), {})};
  const Json json =
      Json::parse(replaysJson({{program, replaySchedule(program, "1(0)", options)}}, "1(0)", {}));
  CHECK(schemaMistakes("progress", json) == "");
  CHECK(json["schedule"] == "1(0)");
  CHECK(json["replays"][0]["schedulers"] ==
        Json::array({{{"scheduler", "obe"}, {"accepted", false}, {"neglected", {"P1"}}}}));
}
