#pragma once

#include <string>
#include <utility>
#include <vector>

#include "batch/compare/comparison.h"
#include "support/has.h"

namespace hrfcheck::test {

/// A test's answer under a model: final values of one register, each with an execution "to VALUE".
inline ResultRow rowWith(std::size_t test, std::size_t column, const std::string& model,
                         const std::vector<std::string>& values, RaceStatus races = RaceStatus::RaceFree,
                         const std::vector<std::pair<std::string, std::string>>& pairs = {}) {
  ResultRow row;
  row.test = test;
  row.column = column;
  row.path = "t" + std::to_string(test) + ".litmus";
  row.model = model;
  row.races = races;
  row.log = LogEntry{};
  row.log->condition = "exists (0:r0=1)";
  row.log->observation = Observation::Sometimes;
  row.log->result = LoggedResult{ResultWord::Ok};
  for (const std::string& value : values) {
    row.log->states.push_back({{"0:r0", value}});
    row.executions.push_back("to " + value);
  }
  for (const auto& [first, second] : pairs) {
    row.log->pairs.push_back({"heterogeneous-race", first, second});
  }
  return row;
}

inline ResultRow racy(std::size_t test, std::size_t column, const std::string& model,
                      const std::vector<std::string>& values = {"0"},
                      const std::vector<std::pair<std::string, std::string>>& pairs = {{"P0:0", "P1:0"}}) {
  return rowWith(test, column, model, values, RaceStatus::Racy, pairs);
}

inline ResultRow without(std::size_t test, std::size_t column, const std::string& model, RowStatus status,
                         const std::string& reason) {
  ResultRow row = rowWith(test, column, model, {});
  row.log.reset();
  row.races.reset();
  row.status = status;
  row.reason = reason;
  return row;
}

/// The larger its number, the larger the test.
inline TestSize sizeByNumber(const std::string& path) {
  return {2, std::stoul(path.substr(1))};
}

inline Comparison comparisonOf(const std::vector<std::vector<ResultRow>>& tests,
                               Basis basis = Basis::Promises) {
  Comparison comparison(basis);
  for (const auto& rows : tests) {
    comparison.add(rows, sizeByNumber);
  }
  return comparison;
}

}  // namespace hrfcheck::test
