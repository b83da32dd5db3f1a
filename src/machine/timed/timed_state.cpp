#include "machine/timed/timed_state.h"

#include <algorithm>

namespace hrfcheck::inline machine {

TimedState::TimedState(const MemoryTree& tree, const std::vector<TimedCache::Shape>& shapes,
                       std::vector<Value> memory, std::size_t threads)
    : memory_(std::move(memory)),
      stalls_(tree.cacheCount()),
      unacknowledged_(threads),
      plainUnderWay_(threads),
      posted_(threads) {
  for (const TimedCache::Shape& shape : shapes) {
    caches_.emplace_back(shape);
  }
}

void TimedState::setClean(MemoryNodeId n, LocationId a, Value v) {
  if (isRoot(n)) {
    memory_[a] = v;
  } else {
    caches_[n].setClean(a, v);
  }
}

bool TimedState::stalledByOther(MemoryNodeId n, ThreadId t) const {
  return std::ranges::any_of(stalls_[n], [&](ThreadId other) { return other != t; });
}

void TimedState::stall(MemoryNodeId n, ThreadId t, bool on) {
  released_ = released_ || !on;
  std::erase(stalls_[n], t);
  if (on) {
    stalls_[n].push_back(t);
  }
}

void TimedState::endAllStalls(MemoryNodeId n) {
  released_ = true;
  stalls_[n].clear();
}

std::size_t TimedState::lock(MemoryNodeId n, LocationId a) const {
  if (locks_.empty()) {
    return 0;
  }
  const auto it = locks_.find({n, a});
  return it == locks_.end() ? 0 : it->second;
}

void TimedState::setLock(MemoryNodeId n, LocationId a, std::size_t holder) {
  if (holder != 0) {
    locks_[{n, a}] = holder;
  } else {
    locks_.erase({n, a});
    released_ = true;
  }
}

void TimedState::expectAcknowledgements(ThreadId t, std::size_t markers) {
  unacknowledged_[t] = static_cast<std::uint32_t>(markers);
}

}  // namespace hrfcheck::inline machine
