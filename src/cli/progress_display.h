#pragma once

#include <chrono>
#include <optional>

#include "cli/arguments.h"

namespace hrfcheck {

/// The progress line of a batch, on standard error: drawn over itself, at most ten times a second.
class ProgressDisplay {
 public:
  /// Auto: when standard error is a terminal.
  explicit ProgressDisplay(ProgressMode mode);

  void show(const BatchProgress& progress);
  /// Takes the line away, so that something else can be printed.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  bool on_;
  bool shown_ = false;
  Clock::time_point start_ = Clock::now();
  std::optional<Clock::time_point> last_;
};

}  // namespace hrfcheck
