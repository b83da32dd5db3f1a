#include <nlohmann/json.hpp>

#include "bench/runner/output.h"

namespace hrfcheck::bench {
namespace {

using OrderedJson = nlohmann::ordered_json;

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

OrderedJson rowJson(const Result& result) {
  OrderedJson json{{"name", result.name}, {"what", result.what}, {"unit", nameOf(result.unit)}};
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

OrderedJson toJson(const Machine& machine, const std::vector<Result>& results) {
  OrderedJson json{{"format", 1}, {"machine", OrderedJson::object()}, {"rows", OrderedJson::array()}};
  for (const auto& [name, value] : described(machine)) {
    json["machine"][name] = value;
  }
  for (const Result& result : results) {
    json["rows"].push_back(rowJson(result));
  }
  return json;
}

}  // namespace hrfcheck::bench
