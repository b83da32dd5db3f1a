#pragma once

#include <string>
#include <utility>
#include <vector>

#include "report/rows/result_row.h"

namespace hrfcheck::test {

/// An answer of one test under one model.
inline ResultRow answered(std::size_t test, std::size_t column, const std::string& path,
                          const std::string& model, std::optional<RaceStatus> races = RaceStatus::RaceFree,
                          Observation observation = Observation::Sometimes) {
  ResultRow row;
  row.test = test;
  row.column = column;
  row.path = path;
  row.model = model;
  row.races = races;
  row.log = LogEntry{};
  row.log->observation = observation;
  return row;
}

inline ResultRow unanswered(std::size_t test, std::size_t column, const std::string& path,
                            const std::string& model, RowStatus status, const std::string& reason) {
  ResultRow row;
  row.test = test;
  row.column = column;
  row.path = path;
  row.model = model;
  row.status = status;
  row.reason = reason;
  return row;
}

inline ResultRow expecting(ResultRow row, ExpectationOutcome outcome, const std::string& message = "",
                           const std::string& source = "e.log:1", const std::string& property = "outcomes") {
  row.expectations.push_back({source, property, "", outcome, message});
  return row;
}

inline Rows rowsOf(std::vector<ResultRow> rows) {
  return [rows = std::move(rows)](const RowVisitor& visitor) {
    for (const ResultRow& row : rows) {
      visitor(row);
    }
  };
}

}  // namespace hrfcheck::test
