#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>

#include "util/process/deadline.h"

namespace hrfcheck::inline questions {

/// Thrown where no further question may wait.
struct TooManyQuestions {};

/// A number of places for questions that are worked on; others wait for one.
class Places {
 public:
  /// @param waiting how many may wait
  Places(std::size_t places, std::size_t waiting) : free_(places), seats_(waiting) {}

  /// One place, as long as it lives.
  class Held {
   public:
    explicit Held(Places& places) : places_(&places) {}
    ~Held() { places_->leave(); }
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;

   private:
    Places* places_;
  };

  /// Takes a place, and waits for it if there is none. `leave` gives it back.
  /// @throws TooManyQuestions, OutOfTime
  void enter(const Deadline& deadline);
  void leave();

 private:
  std::mutex mutex_;
  std::condition_variable freed_;
  std::size_t free_;
  std::size_t seats_;
};

}  // namespace hrfcheck::inline questions
