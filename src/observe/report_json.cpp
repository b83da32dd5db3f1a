#include <nlohmann/json.hpp>

#include "observe/observe_report.h"
#include "report/machine/simulation_report.h"
#include "report/text/text_report.h"
#include "util/json_fields.h"
#include "util/utf8.h"

namespace hrfcheck::inline observe {
namespace {

using Json = nlohmann::ordered_json;

Json observedState(const Program& program, const std::vector<Value>& values) {
  Json json = Json::object();
  for (std::size_t i = 0; i < values.size(); ++i) {
    json[program.nameOf(program.observed[i])] = values[i];
  }
  return json;
}

const char* wordOf(StateMark mark) {
  switch (mark) {
    case StateMark::Allowed:
      return "allowed";
    case StateMark::Forbidden:
      return "forbidden";
    case StateMark::OnlyIfRacy:
      return "only-if-racy";
    case StateMark::Unknown:
      break;
  }
  return "unknown";
}

Json statesJson(const ObserveReport& report) {
  Json states = Json::array();
  for (std::size_t i = 0; i < report.results.states.size(); ++i) {
    const SeenState& state = report.results.states[i];
    Json marks = Json::object();
    for (const ModelVerdict& verdict : report.verdicts) {
      marks[verdict.model] = wordOf(verdict.marks[i]);
    }
    states.push_back({{"values", observedState(*report.program, state.values)},
                      {"count", state.count},
                      {"weak", state.weak},
                      {"condition", satisfiesCondition(*report.program, state.values)},
                      {"firstSeen", state.firstSeen},
                      {"setting", state.setting},
                      {"models", std::move(marks)}});
    if (!state.placed.empty()) {
      states.back()["placed"] = state.placed;
    }
  }
  return states;
}

Json modelsJson(const ObserveReport& report) {
  Json models = Json::array();
  for (const ModelVerdict& verdict : report.verdicts) {
    Json json{
        {"model", verdict.model}, {"answer", nameOf(verdict.judgement.answer)}, {"found", verdict.found()}};
    putIfAny(json, "dialect", verdict.dialect);
    putIfAny(json, "undecided", verdict.judgement.promise.undecided);
    json["racy"] = verdict.judgement.promise.races == RaceStatus::Racy;
    json["notSeen"] = arrayOf(verdict.judgement.notSeen, [&](const std::vector<Value>& state) {
      return observedState(*report.program, state);
    });
    models.push_back(std::move(json));
  }
  return models;
}

Json settingsJson(const DeviceResults& results) {
  return arrayOf(results.settings, [&](const UsedSetting& s) {
    return Json{{"number", s.number}, {"launches", s.launches}, {"instances", s.instances},
                {"weak", s.weak},     {"seconds", s.seconds},   {"setting", s.text}};
  });
}

Json reportJson(const ObserveReport& report) {
  const DeviceResults& r = report.results;
  const auto [positive, negative] = report.conditionCounts();
  Json json{{"test", report.program->name},
            {"file", report.program->source ? report.program->source->name() : ""},
            {"backend", r.backEnd},
            {"device", r.device},
            {"driver", r.driver},
            {"compiler", r.compiler},
            {"date", r.date},
            {"seed", r.seed},
            {"serial", r.serial},
            {"instances", r.instances},
            {"launches", r.launches},
            {"unfinished", r.unfinished},
            {"lost", r.lost},
            {"seconds", r.seconds},
            {"perSecond", r.seconds > 0 ? static_cast<double>(r.instances) / r.seconds : 0},
            {"condition", conditionText(*report.program)},
            {"positive", positive},
            {"negative", negative}};
  putIfAny(json, "partial", r.incomplete);
  json["notes"] = report.notes;
  json["states"] = statesJson(report);
  json["models"] = modelsJson(report);
  json["settings"] = settingsJson(r);
  return json;
}

}  // namespace

std::string observeJson(const std::vector<ObserveReport>& reports) {
  Json json{{"format", "hrfcheck-observe"}, {"version", kObserveVersion}, {"tests", Json::array()}};
  for (const ObserveReport& report : reports) {
    json["tests"].push_back(reportJson(report));
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace hrfcheck::inline observe
