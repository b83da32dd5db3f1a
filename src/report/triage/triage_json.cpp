#include <nlohmann/json.hpp>

#include "check/status_names.h"
#include "report/advice_report.h"
#include "report/execution_json.h"
#include "report/json_report.h"
#include "report/text/execution_line.h"
#include "report/triage/triage_report.h"
#include "util/json_fields.h"

namespace hrfcheck::inline report {
namespace {

using Json = nlohmann::ordered_json;

Json accessJson(const ReportedAccess& access) {
  return {{"file", access.file}, {"line", access.line}, {"kind", nameIn(kReportedKindNames, access.kind)}};
}

Json meetingJson(const ShownMeeting& shown) {
  const EventStructure& structure = *shown.execution.structure;
  Json json{{"first", instructionJson(structure.program(), structure.instructionOf(shown.first))},
            {"second", instructionJson(structure.program(), structure.instructionOf(shown.second))},
            {"execution", executionJson(shown.execution)}};
  json["steps"] = arrayOf(shown.steps, [&](const RaceStep& step) {
    return Json{{"from", eventName(shown.execution, step.from)},
                {"to", eventName(shown.execution, step.to)},
                {"what", step.what}};
  });
  return json;
}

Json pairJson(const ReportedPair& pair, const PairAnswer& answer, const Verdict& verdict) {
  Json json{{"tool", pair.tool}, {"times", pair.times}, {"first", accessJson(pair.first)}};
  if (pair.second) {
    json["second"] = accessJson(*pair.second);
  }
  json["verdict"] = nameIn(kPairVerdictNames, answer.verdict);
  json["impossible"] = isImpossible(answer.verdict);
  putIfAny(json, "why", answer.why);
  if (answer.race) {
    json["race"] = raceJson(*verdict.program, verdict.races[*answer.race]);
  }
  if (answer.shown) {
    json["meeting"] = meetingJson(*answer.shown);
  }
  return json;
}

Json modelJson(const TriageReport& report, const TriagedModel& model) {
  Json json{{"model", model.model}};
  putIfAny(json, "undecided", model.undecided);
  json["pairs"] = Json::array();
  if (model.answer) {
    const Verdict& verdict = model.answer->verdict;
    json["engine"] = verdict.engine;
    json["undefined"] = verdict.undefined;
    for (std::size_t i = 0; i < report.pairs.size(); ++i) {
      json["pairs"].push_back(pairJson(report.pairs[i], model.answer->pairs[i], verdict));
    }
    json["notes"] = verdict.notes;
  }
  if (model.repair) {
    json["repair"] = Json::parse(adviceJson(*model.repair));
  }
  putIfAny(json, "noRepair", model.noRepair);
  return json;
}

}  // namespace

std::string triageJson(const TriageReport& report) {
  Json json{{"format", "hrfcheck-triage"},
            {"version", kTriageVersion},
            {"file", report.file},
            {"test", report.program ? report.program->name : ""},
            {"withoutLines", report.withoutLines}};
  putIfAny(json, "undecided", report.undecided);
  if (report.program && report.program->launched()) {
    json["launchedThreads"] = launchedThreadsJson(*report.program);
  }
  json["models"] =
      arrayOf(report.models, [&](const TriagedModel& model) { return modelJson(report, model); });
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace hrfcheck::inline report
