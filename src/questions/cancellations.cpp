#include "questions/cancellations.h"

namespace hrfcheck::inline questions {

Cancellations::Entry::~Entry() {
  const std::lock_guard lock(all_.mutex_);
  all_.flags_.erase(place_);
}

std::unique_ptr<Cancellations::Entry> Cancellations::open(const std::string& id) {
  const std::lock_guard lock(mutex_);
  const auto place = flags_.emplace(id, std::make_shared<std::atomic<bool>>(over_));
  return std::make_unique<Entry>(*this, place);
}

std::size_t Cancellations::cancel(const std::string& id) {
  const std::lock_guard lock(mutex_);
  if (id.empty()) {
    return 0;
  }
  std::size_t cancelled = 0;
  const auto [first, last] = flags_.equal_range(id);
  for (auto place = first; place != last; ++place, ++cancelled) {
    place->second->store(true);
  }
  return cancelled;
}

void Cancellations::cancelAll() {
  const std::lock_guard lock(mutex_);
  over_ = true;
  for (const auto& [id, flag] : flags_) {
    flag->store(true);
  }
}

}  // namespace hrfcheck::inline questions
