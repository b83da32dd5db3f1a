#pragma once

#include <string>
#include <vector>

#include "report/log/herd_log.h"
#include "report/rows/result_row.h"

namespace hrfcheck::test {

/// A log of one register with these final values, of which 1 satisfies the condition.
inline LogEntry logWith(const std::string& test, const std::string& kind,
                        const std::vector<std::string>& values) {
  LogEntry log;
  log.test = test;
  log.kind = kindNamed(kind);
  for (const std::string& value : values) {
    log.states.push_back({{"0:r0", value}});
    ++(value == "1" ? log.positive : log.negative);
  }
  const bool holds = kind == "Required"    ? log.negative == 0
                     : kind == "Forbidden" ? log.positive == 0
                                           : log.positive > 0;
  log.result = {holds ? ResultWord::Ok : ResultWord::No};
  log.condition = (kind == "Required"    ? "forall"
                   : kind == "Forbidden" ? "~exists"
                                         : "exists") +
                  std::string(" (0:r0=1)");
  log.observation = log.positive == 0   ? Observation::Never
                    : log.negative == 0 ? Observation::Always
                                        : Observation::Sometimes;
  log.hash = "ff";
  return log;
}

inline ResultRow answered(const std::string& path, const std::string& model, const LogEntry& log) {
  ResultRow row;
  row.path = path;
  row.model = model;
  row.races = RaceStatus::RaceFree;
  row.log = log;
  return row;
}

inline ResultRow unanswered(const std::string& path, const std::string& model, RowStatus status,
                            const std::string& reason) {
  ResultRow row;
  row.path = path;
  row.model = model;
  row.status = status;
  row.reason = reason;
  return row;
}

/// The row of a search that ran out of time.
inline ResultRow cutShort(ResultRow row) {
  row.status = RowStatus::Undecided;
  row.reason = "time limit";
  row.log->incomplete = "time limit";
  if (row.log->observation != Observation::Sometimes) {
    row.log->observation = Observation::Undecided;
    row.log->result = LoggedResult{ResultWord::Open, false, " (time limit)"};
  }
  return row;
}

/// The row of a search that unrolled loops up to the bound.
inline ResultRow bounded(ResultRow row) {
  row.status = RowStatus::Undecided;
  row.reason = "bound reached";
  row.log->result.loop = true;
  if (row.log->observation != Observation::Sometimes) {
    row.log->observation = Observation::Undecided;
  }
  return row;
}

inline std::string printed(LogEntry log, const std::vector<std::string>& models) {
  log.models = models;
  return printLog(log);
}

/// "met", or "failed: what differs".
inline std::string said(const ExpectationResult& result) {
  const std::string outcome = nameOf(result.outcome);
  return result.message.empty() ? outcome : outcome + ": " + result.message;
}

}  // namespace hrfcheck::test
