#include "engine/smt/z3/search_watch.h"

#include <chrono>

namespace hrfcheck::inline engine::smt {
namespace {

constexpr std::chrono::milliseconds kInterval{10};
/// Rounds without a search after which the thread waits to be woken. Waking it costs more than a short
/// search.
constexpr int kPatience = 100;

}  // namespace

void SearchWatch::begin(const Deadline& deadline) {
  const std::lock_guard lock(mutex_);
  deadline_ = &deadline;
  if (!thread_.joinable()) {
    thread_ = std::jthread([this](const std::stop_token& stop) { watch(stop); });
  } else if (asleep_) {
    wake_.notify_one();
  }
}

void SearchWatch::end() {
  const std::lock_guard lock(mutex_);
  deadline_ = nullptr;
}

void SearchWatch::watch(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  int idle = 0;
  while (!stop.stop_requested()) {
    if (idle == kPatience) {
      asleep_ = true;
      wake_.wait(lock, stop, [this] { return deadline_ != nullptr; });
      asleep_ = false;
      idle = 0;
    }
    wake_.wait_for(lock, stop, kInterval, [] { return false; });
    idle = deadline_ == nullptr ? idle + 1 : 0;
    // Between searches Z3 is not disturbed: an interruption would break whatever it does next.
    if (deadline_ != nullptr && deadline_->expired()) {
      fired_ = true;
      interrupt_();
    }
  }
}

}  // namespace hrfcheck::inline engine::smt
