#include "report/machine/cost_json.h"

#include "report/machine/simulation_report.h"

namespace hrfcheck::inline report {
namespace {

using Json = nlohmann::ordered_json;

Json rangeJson(const CostRange& range, bool sharesKnown) {
  Json json{{"least", range.least}, {"most", nullptr}};
  if (range.most) {
    json["most"] = *range.most;
  }
  if (sharesKnown) {
    json["shares"] = Json::array();
    for (const auto& [value, share] : range.shares) {
      json["shares"].push_back({{"value", value}, {"share", share}});
    }
  }
  return json;
}

Json countersJson(const CostReport& cost, const CostOfOutcome& of) {
  Json json = Json::object();
  for (std::size_t c = 0; c < of.counters.size(); ++c) {
    json[cost.counters[c]] = rangeJson(of.counters[c], cost.sharesKnown);
  }
  return json;
}

Json outcomeJson(const Program* program, const CostReport& cost, const CostOfOutcome& of) {
  Json json = Json::object();
  if (program != nullptr) {
    json["state"] = outcomeText(*program, of.values);
  }
  if (cost.sharesKnown) {
    json["share"] = of.share;
  }
  json["counters"] = countersJson(cost, of);
  return json;
}

}  // namespace

Json costJson(const Program& program, const CostReport& cost) {
  Json json{{"complete", cost.incomplete.empty()}};
  if (!cost.incomplete.empty()) {
    json["incomplete"] = cost.incomplete;
  }
  if (cost.sample.executions > 0) {
    json["sample"] = {{"executions", cost.sample.executions}, {"seed", cost.sample.seed}};
  } else {
    json["states"] = cost.states;
    json["transitions"] = cost.transitions;
  }
  json["sharesKnown"] = cost.sharesKnown;
  json["unfinished"] = cost.unfinished;
  json["finalStates"] = Json::array();
  if (cost.outcomes.empty()) {
    return json;
  }
  json["all"] = outcomeJson(nullptr, cost, cost.all);
  for (const CostOfOutcome& of : cost.outcomes) {
    json["finalStates"].push_back(outcomeJson(&program, cost, of));
  }
  return json;
}

}  // namespace hrfcheck::inline report
