#include "questions/places.h"

#include <chrono>

namespace hrfcheck::inline questions {

void Places::enter(const Deadline& deadline) {
  constexpr std::chrono::milliseconds kLookEvery{50};
  std::unique_lock lock(mutex_);
  if (free_ == 0) {
    if (seats_ == 0) {
      throw TooManyQuestions{};
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

}  // namespace hrfcheck::inline questions
