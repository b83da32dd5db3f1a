#pragma once

#include <chrono>
#include <functional>

namespace hrfcheck::inline util {

/// For tests: as long as it lives, deadlines look at this clock, which goes on with each look and by nothing
/// else. One at a time; computations in other threads look at it, too.
class FakeClock {
 public:
  using Duration = std::chrono::steady_clock::duration;

  /// @param step by which each look moves it on
  /// @param onLook called at each look; may be null
  explicit FakeClock(Duration step, std::function<void()> onLook = {});
  ~FakeClock();
  FakeClock(const FakeClock&) = delete;
  FakeClock& operator=(const FakeClock&) = delete;
};

/// What deadlines take for now.
std::chrono::steady_clock::time_point clockNow();

}  // namespace hrfcheck::inline util
