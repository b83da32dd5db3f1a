#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/log/log_entry.h"

namespace hrfcheck::inline batch {

/// What a log says beside another that was expected.
struct LogDifferences {
  /// What cannot become right by searching on: another program, states or flags that were not expected.
  std::vector<std::string> wrong;
  /// What a search that was cut short may still find, or leave open for want of time.
  std::vector<std::string> open;
};

/// Compares everything but the witness counts and the time, or what of it was asked of `now`. Lines and
/// values may stand in any order.
LogDifferences compareLogs(const LogEntry& now, const LogEntry& expected);

/// Which lines a log has that herd7 prints only for some models, or never.
struct LogParts {
  bool flags = false;
  bool pairs = false;
  bool incidents = false;
};

/// Compares what herd7 and litmus7 say: states, Ok or No (a cut loop aside), the kind and the observation
/// where they are there, and `parts`; or what of it was asked of `now`. Not the hash: theirs is another
/// function.
/// @returns nothing where the expected log says nothing of what was asked
std::optional<LogDifferences> compareWithHerd(const LogEntry& now, const LogEntry& expected,
                                              const LogParts& parts);

/// One line, the shortest difference first.
std::string describe(const std::vector<std::string>& differences);

}  // namespace hrfcheck::inline batch
