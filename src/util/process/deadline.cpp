#include "util/process/deadline.h"

#include <algorithm>

#include "util/process/fake_clock.h"

namespace hrfcheck::inline util {

Deadline Deadline::after(double seconds, const std::atomic<bool>* cancelled) {
  Deadline deadline;
  deadline.cancelled_ = cancelled;
  // Longer than thirty years does not fit into the clock's count of nanoseconds.
  constexpr double kForever = 1e9;
  if (seconds > 0 && seconds < kForever) {
    deadline.end_ =
        clockNow() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  }
  return deadline;
}

Deadline Deadline::atMost(double seconds) const {
  Deadline result = after(seconds, cancelled_);
  if (end_ && (!result.end_ || *end_ < *result.end_)) {
    result.end_ = end_;
  }
  return result;
}

bool Deadline::expired() const {
  if (cancelled_ != nullptr && cancelled_->load(std::memory_order_relaxed)) {
    return true;
  }
  return end_ && clockNow() >= *end_;
}

void Deadline::check() const {
  if (expired()) {
    throw OutOfTime{};
  }
}

std::optional<unsigned> Deadline::millisecondsLeft() const {
  if (!end_) {
    return std::nullopt;
  }
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(*end_ - clockNow()).count();
  return static_cast<unsigned>(std::clamp<long long>(left, 1, 1'000'000'000));
}

}  // namespace hrfcheck::inline util
