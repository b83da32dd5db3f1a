#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "cli/arguments.h"

namespace hrfcheck::inline cli {

/// A line on standard error that is drawn over itself, at most ten times a second.
class StatusLine {
 public:
  /// Auto: when standard error is a terminal.
  explicit StatusLine(ProgressMode mode);

  /// Whether a line would be drawn now.
  bool due() const;
  /// Draws as much of the text as fits.
  void show(const std::string& text);
  /// Takes the line away, so that something else can be printed.
  void clear();

  /// Columns of the terminal that may be used.
  static std::size_t width();

 private:
  using Clock = std::chrono::steady_clock;

  bool on_;
  bool shown_ = false;
  std::optional<Clock::time_point> last_;
};

/// The progress line of a batch.
class ProgressDisplay {
 public:
  /// Auto: when standard error is a terminal.
  explicit ProgressDisplay(ProgressMode mode) : line_(mode) {}

  void show(const BatchProgress& progress);
  /// Takes the line away, so that something else can be printed.
  void clear() { line_.clear(); }

 private:
  using Clock = std::chrono::steady_clock;

  StatusLine line_;
  Clock::time_point start_ = Clock::now();
};

}  // namespace hrfcheck::inline cli
