#pragma once

#include <atomic>
#include <chrono>
#include <optional>

namespace hrfcheck {

/// A point in time after which a computation gives up with "undecided", and a flag others may set
/// (Ctrl-C). The flag, if any, must outlive the deadline.
class Deadline {
 public:
  using Clock = std::chrono::steady_clock;

  /// Never expires.
  Deadline() = default;
  /// Expires `seconds` from now; not positive means never.
  static Deadline after(double seconds, const std::atomic<bool>* cancelled = nullptr);

  bool expired() const;
  /// Milliseconds left, at least 1; nothing when there is no limit.
  std::optional<unsigned> millisecondsLeft() const;

 private:
  std::optional<Clock::time_point> end_;
  const std::atomic<bool>* cancelled_ = nullptr;
};

}  // namespace hrfcheck
