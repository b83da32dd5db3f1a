#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hrfcheck::bench {

enum class Unit { Seconds, Megabytes, Ratio };

/// What one repetition of a row finds.
struct Sample {
  double value = 0;  ///< in the row's unit; of time, CPU time unless the row says otherwise
  std::map<std::string, std::uint64_t> counts;  ///< "events", "outcomes", "variables", "clauses" ...
  std::optional<double> solverSeconds;          ///< where the engine tells
  std::string problem;                          ///< why there is no value: "time limit"; or empty
};

struct Target {
  double bound = 0;      ///< in the row's unit
  bool atLeast = false;  ///< rather than at most
};

using Repetition = std::function<Sample()>;

/// Something to be measured.
struct Row {
  std::string name;  ///< unique: "target/sb-14/outcomes"
  std::string what;  ///< for people: "SB ring, N=14, all outcomes, sc"
  Unit unit = Unit::Seconds;
  std::optional<Target> target = std::nullopt;
  /// Rows of one series grow: when one does not finish, those behind it are left out. Empty: no series.
  std::string series;
  /// Called once, in a process of the row's own; what it returns is measured, several times.
  std::function<Repetition()> prepare;
  /// Seconds that one repetition may take; nothing means what the user says.
  std::optional<double> seconds = std::nullopt;
};

struct Result {
  std::string name;
  std::string what;
  Unit unit = Unit::Seconds;
  std::optional<Target> target = std::nullopt;
  std::vector<double> values;  ///< of the repetitions, sorted
  double peakMegabytes = 0;    ///< resident, of the process with all it started
  std::map<std::string, std::uint64_t> counts;
  std::optional<double> solverSeconds;
  std::string problem;  ///< "> 60 s", "not run", ...; or empty
};

/// The middle one, or the mean of the two in the middle. @pre there are values, sorted
double median(const std::vector<double>& values);

/// Whether the median is within the target; nothing without a target. A row with a problem misses it, but for
/// one that did not run.
std::optional<bool> meetsTarget(const Result& result);

inline constexpr const char* kNotRun = "not run";

}  // namespace hrfcheck::bench
