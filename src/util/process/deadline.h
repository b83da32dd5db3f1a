#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <optional>

namespace hrfcheck::inline util {

/// Thrown where a computation looks at its deadline and has no way of its own to say "undecided".
struct OutOfTime {};

/// A point in time after which a computation gives up with "undecided", and a flag others may set
/// (Ctrl-C). The flag, if any, must outlive the deadline.
class Deadline {
 public:
  using Clock = std::chrono::steady_clock;

  /// Never expires.
  Deadline() = default;
  /// Expires `seconds` from now; not positive means never.
  static Deadline after(double seconds, const std::atomic<bool>* cancelled = nullptr);

  /// This one, or `seconds` from now, whichever is sooner.
  Deadline atMost(double seconds) const;

  bool expired() const;
  /// @throws OutOfTime when it has expired
  void check() const;
  /// Milliseconds left, at least 1; nothing when there is no limit.
  std::optional<unsigned> millisecondsLeft() const;

 private:
  std::optional<Clock::time_point> end_;
  const std::atomic<bool>* cancelled_ = nullptr;
};

/// Looks at a deadline every so many units of work: for loops whose iterations are shorter than a look.
class PacedLook {
 public:
  static constexpr std::size_t kPace = 8192;

  explicit PacedLook(const Deadline& deadline = {}) : deadline_(deadline) {}

  const Deadline& deadline() const { return deadline_; }

  /// @throws OutOfTime now and then when the deadline has expired
  void spend(std::size_t work) {
    spent_ += work;
    if (spent_ >= kPace) {
      spent_ = 0;
      deadline_.check();
    }
  }

 private:
  Deadline deadline_;
  std::size_t spent_ = 0;
};

}  // namespace hrfcheck::inline util
