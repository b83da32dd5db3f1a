#include "util/process/fake_clock.h"

#include <atomic>
#include <mutex>

namespace hrfcheck::inline util {
namespace {

using Clock = std::chrono::steady_clock;

std::atomic<bool> fake{false};
std::mutex mutex;  // of what follows
Clock::time_point fakeNow;
Clock::duration fakeStep;
std::function<void()> look;

}  // namespace

FakeClock::FakeClock(Duration step, std::function<void()> onLook) {
  const std::lock_guard lock(mutex);
  fakeNow = Clock::now();
  fakeStep = step;
  look = std::move(onLook);
  fake = true;
}

FakeClock::~FakeClock() {
  const std::lock_guard lock(mutex);
  fake = false;
  look = {};
}

Clock::time_point clockNow() {
  if (!fake.load(std::memory_order_relaxed)) {
    return Clock::now();
  }
  const std::lock_guard lock(mutex);
  fakeNow += fakeStep;
  if (look) {
    look();
  }
  return fakeNow;
}

}  // namespace hrfcheck::inline util
