#include "serve/places.h"

#include <chrono>

#include "serve/refused.h"

namespace hrfcheck::inline serve {

void Places::enter(const Deadline& deadline) {
  constexpr std::chrono::milliseconds kLookEvery{50};
  constexpr int kUnavailable = 503;
  std::unique_lock lock(mutex_);
  if (free_ == 0) {
    if (seats_ == 0) {
      throw Refused(kUnavailable, "too many questions are waiting");
    }
    --seats_;
    while (free_ == 0 && !deadline.expired()) {
      freed_.wait_for(lock, kLookEvery);
    }
    ++seats_;
    if (free_ == 0) {
      throw OutOfTime{};
    }
  }
  --free_;
}

void Places::leave() {
  {
    const std::lock_guard lock(mutex_);
    ++free_;
  }
  freed_.notify_one();
}

}  // namespace hrfcheck::inline serve
