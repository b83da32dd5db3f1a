#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "util/process/deadline.h"

namespace hrfcheck::inline engine::smt {

/// A thread that interrupts searches whose deadline has expired. It is started by the first search, serves
/// all that follow, and sleeps when there have been none for a while.
class SearchWatch {
 public:
  explicit SearchWatch(std::function<void()> interrupt) : interrupt_(std::move(interrupt)) {}

  /// From here to `end` the search may be interrupted.
  void begin(const Deadline& deadline);
  void end();
  /// Some search has been interrupted.
  bool fired() const { return fired_; }

 private:
  void watch(const std::stop_token& stop);

  std::function<void()> interrupt_;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  const Deadline* deadline_ = nullptr;  ///< of the search going on
  bool asleep_ = false;
  std::atomic<bool> fired_ = false;
  std::jthread thread_;
};

}  // namespace hrfcheck::inline engine::smt
