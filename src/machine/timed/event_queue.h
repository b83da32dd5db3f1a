#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <queue>
#include <vector>

namespace hrfcheck::inline machine {

using Cycle = std::uint64_t;

/// Events by time; of the same time in the order in which they were added. Those of the near future are in a
/// ring of cycles, which takes constant time; the others in a heap.
template <class Event>
class EventQueue {
 public:
  static constexpr Cycle kNear = 4096;

  EventQueue() : ring_(kNear) {}

  bool empty() const { return near_ == 0 && far_.empty(); }
  Cycle now() const { return now_; }

  /// @param time not before now
  void add(Cycle time, const Event& event) {
    if (time < now_ + kNear) {
      ring_[time % kNear].push_back(event);
      ++near_;
    } else {
      far_.push({time, sequence_++, event});
    }
  }

  /// The next event, not empty; time goes on to it.
  Event take() {
    while (next_ == ring_[now_ % kNear].size()) {
      ring_[now_ % kNear].clear();
      next_ = 0;
      now_ = near_ == 0 ? far_.top().time : now_ + 1;
      while (!far_.empty() && far_.top().time < now_ + kNear) {
        ring_[far_.top().time % kNear].push_back(far_.top().event);
        ++near_;
        far_.pop();
      }
    }
    --near_;
    return ring_[now_ % kNear][next_++];
  }

 private:
  struct Far {
    Cycle time;
    std::uint64_t sequence;
    Event event;
    bool operator>(const Far& other) const {
      return time != other.time ? time > other.time : sequence > other.sequence;
    }
  };

  Cycle now_ = 0;
  std::uint64_t sequence_ = 0;
  std::size_t near_ = 0, next_ = 0;
  std::vector<std::vector<Event>> ring_;
  std::priority_queue<Far, std::vector<Far>, std::greater<>> far_;
};

}  // namespace hrfcheck::inline machine
