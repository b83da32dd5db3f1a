#include <nlohmann/json.hpp>

#include "bench/runner/output.h"

namespace hrfcheck::bench {
namespace {

using Json = nlohmann::ordered_json;

const char* nameOf(Unit unit) {
  switch (unit) {
    case Unit::Seconds:
      return "s";
    case Unit::Megabytes:
      return "MB";
    case Unit::Ratio:
      break;
  }
  return "x";
}

Json rowJson(const Result& result) {
  Json json{{"name", result.name}, {"what", result.what}, {"unit", nameOf(result.unit)}};
  if (!result.values.empty()) {
    json["median"] = median(result.values);
    json["min"] = result.values.front();
    json["max"] = result.values.back();
    json["values"] = result.values;
  }
  if (!result.problem.empty()) {
    json["problem"] = result.problem;
  }
  if (result.target) {
    json["target"] = {{result.target->atLeast ? "atLeast" : "atMost", result.target->bound}};
    if (const auto met = meetsTarget(result)) {
      json["target"]["met"] = *met;
    }
  }
  json["peakMB"] = result.peakMegabytes;
  if (result.solverSeconds) {
    json["solverSeconds"] = *result.solverSeconds;
  }
  json["counts"] = result.counts;
  return json;
}

}  // namespace

Json toJson(const Machine& machine, const std::vector<Result>& results) {
  Json json{{"format", 1}, {"machine", Json::object()}, {"rows", Json::array()}};
  for (const auto& [name, value] : described(machine)) {
    json["machine"][name] = value;
  }
  for (const Result& result : results) {
    json["rows"].push_back(rowJson(result));
  }
  return json;
}

}  // namespace hrfcheck::bench
