#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "check/check.h"
#include "check/check_options.h"
#include "program/condition/condition.h"

namespace hrfcheck::inline report {

/// A final state as a log lists it: each observed register or location and its value, {"1:r0", "1"} or
/// {"[x]", "2"}, in the order of the log.
using LoggedState = std::vector<std::pair<std::string, std::string>>;

/// Two instructions that a flag relates: {"scope-inclusion", "P0:1", "P1:0"}.
struct LoggedPair {
  std::string flag, first, second;

  friend auto operator<=>(const LoggedPair&, const LoggedPair&) = default;
};

/// Ok, No and Undef are herd's words and ours, Succeeded and Failed litmus7's.
enum class ResultWord { Ok, No, Undef, Succeeded, Failed, Open };

/// The result line of a log.
struct LoggedResult {
  ResultWord word = ResultWord::Open;
  bool loop = false;     ///< "Loop Ok": of what was unrolled
  std::string why = {};  ///< of Open: what follows "??", " (time limit)"

  friend bool operator==(const LoggedResult&, const LoggedResult&) = default;
};

/// Of final states with a value cycle that are alike, one is listed (Verdict::listsSomeOfAlike).
inline constexpr const char* kSomeStates = "some-states";

/// One test in herd7's log layout, as a value: what a verdict says without its witnesses. It is
/// printed (herd_log.h), parsed (log_parser.h), and carried by the rows of a batch (result_row.h).
struct LogEntry {
  std::string test;  ///< the name in the test's first line
  /// Everything in all logs. In rows of a batch with `--only`: Condition, without states, and positive and
  /// negative say with 1 that there is one; Races, without an answer to the condition; Race, the same with
  /// one race of all; or Answers, which is Condition and Race.
  CheckQuestion asked = CheckQuestion::Everything;
  /// Our line `Models ...`: the models that answer so. None in logs of one model, and in herd7's.
  std::vector<std::string> models;
  std::optional<Quantifier> kind;      ///< none where a log has none
  std::vector<LoggedPair> pairs;       ///< our lines `Pair ...`, by flag in the model's order, then by place
  std::vector<std::string> incidents;  ///< our lines `Incident ...`: "barrier-divergence P0:1"
  /// Our line `Incomplete ...`: why states and flags are only those that were found. Empty where they are
  /// all.
  std::string incomplete;
  /// Our line `OnlyThroughValueCycle ...`: "race", "condition" (Verdict::raceOnlyThroughValueCycle and the
  /// like), and kSomeStates.
  std::vector<std::string> onlyThroughValueCycle;
  std::vector<std::string> conditional;  ///< our lines `Conditional ...`: what the answer assumes
  std::vector<LoggedState> states;
  LoggedResult result;
  std::uint64_t positive = 0;  ///< executions, or states, with and without the condition (never swapped)
  std::uint64_t negative = 0;
  std::vector<std::string> flags;
  std::string condition;                   ///< "exists (1:r0=0)"
  std::optional<Observation> observation;  ///< none where a log has none
  double seconds = 0;
  std::string hash;  ///< over the test's program

  friend bool operator==(const LogEntry&, const LogEntry&) = default;
};

/// "Allowed", "Forbidden" or "Required"; empty for none.
std::string kindText(const std::optional<Quantifier>& kind);
/// Nothing for another word.
std::optional<Quantifier> kindNamed(std::string_view word);
/// "Ok", "No", "Undef", "Loop Ok", "?? (time limit)", "?? (vacuous)" ...
std::string resultText(const LoggedResult& result);
/// Nothing for a text that is no result.
std::optional<LoggedResult> resultNamed(std::string_view text);

/// A barrier that not all threads reach, or a fault.
bool hasUndefinedIncident(const LogEntry& entry);
/// A failed undefined_unless, a barrier that not all threads reach, or a fault: no promise is left.
bool undefinedBehaviour(const LogEntry& entry);

}  // namespace hrfcheck::inline report
