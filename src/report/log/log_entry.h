#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace hrfcheck::inline report {

/// A final state as a log lists it: each observed register or location and its value, {"1:r0", "1"} or
/// {"[x]", "2"}, in the order of the log.
using LoggedState = std::vector<std::pair<std::string, std::string>>;

/// Two instructions that a flag relates: {"scope-inclusion", "P0:1", "P1:0"}.
struct LoggedPair {
  std::string flag, first, second;

  friend auto operator<=>(const LoggedPair&, const LoggedPair&) = default;
};

/// One test in herd7's log layout, as a value: what a verdict says without its witnesses. It is
/// printed (herd_log.h), parsed (log_parser.h), and carried by the rows of a batch (result_row.h).
struct LogEntry {
  std::string test;  ///< the name in the test's first line
  /// Our line `Models ...`: the models that answer so. None in logs of one model, and in herd7's.
  std::vector<std::string> models;
  std::string kind;                    ///< "Allowed", "Forbidden" or "Required"; empty where a log has none
  std::vector<LoggedPair> pairs;       ///< our lines `Pair ...`, by flag in the model's order, then by place
  std::vector<std::string> incidents;  ///< our lines `Incident ...`: "barrier-divergence P0:1"
  /// Our line `Incomplete ...`: why states and flags are only those that were found. Empty where they are
  /// all.
  std::string incomplete;
  std::vector<LoggedState> states;
  std::string result;          ///< "Ok", "No", "Undef", "Loop Ok", "?? (time limit)", "?? (vacuous)"
  std::uint64_t positive = 0;  ///< executions, or states, with and without the condition (never swapped)
  std::uint64_t negative = 0;
  std::vector<std::string> flags;
  std::string condition;    ///< "exists (1:r0=0)"
  std::string observation;  ///< "Sometimes", "Never", "Always", "Undecided", "Vacuous"
  double seconds = 0;
  std::string hash;  ///< over the test's program

  friend bool operator==(const LogEntry&, const LogEntry&) = default;
};

/// A barrier that not all threads reach, or a fault.
bool hasUndefinedIncident(const LogEntry& entry);
/// A failed undefined_unless, a barrier that not all threads reach, or a fault: no promise is left.
bool undefinedBehaviour(const LogEntry& entry);

}  // namespace hrfcheck::inline report
