#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <queue>
#include <vector>

namespace hrfcheck::inline machine {

using Cycle = std::uint64_t;

/// Events by time; of the same time in the order in which they were added. Those of the near future are in a
/// ring of cycles, which takes constant time; the others in a heap. Memory is that of the most events at
/// once.
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
      append(time, event);
    } else {
      far_.push({time, sequence_++, event});
    }
  }

  /// The next event, not empty; time goes on to it.
  Event take() {
    while (ring_[now_ % kNear].first == kNone) {
      now_ = near_ == 0 ? far_.top().time : now_ + 1;
      while (!far_.empty() && far_.top().time < now_ + kNear) {
        append(far_.top().time, far_.top().event);
        far_.pop();
      }
    }
    List& list = ring_[now_ % kNear];
    const std::uint32_t taken = list.first;
    list.first = nodes_[taken].next;
    nodes_[taken].next = unused_;
    unused_ = taken;
    --near_;
    return nodes_[taken].event;
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  struct Node {
    Event event;
    std::uint32_t next;
  };
  /// Of a cycle; `last` counts where there is a first.
  struct List {
    std::uint32_t first = kNone, last = kNone;
  };
  struct Far {
    Cycle time;
    std::uint64_t sequence;
    Event event;
    bool operator>(const Far& other) const {
      return time != other.time ? time > other.time : sequence > other.sequence;
    }
  };

  void append(Cycle time, const Event& event) {
    std::uint32_t node = unused_;
    if (node == kNone) {
      node = static_cast<std::uint32_t>(nodes_.size());
      nodes_.push_back({event, kNone});
    } else {
      unused_ = nodes_[node].next;
      nodes_[node] = {event, kNone};
    }
    List& list = ring_[time % kNear];
    (list.first == kNone ? list.first : nodes_[list.last].next) = node;
    list.last = node;
    ++near_;
  }

  Cycle now_ = 0;
  std::uint64_t sequence_ = 0;
  std::size_t near_ = 0;
  std::vector<List> ring_;
  std::vector<Node> nodes_;
  std::uint32_t unused_ = kNone;
  std::priority_queue<Far, std::vector<Far>, std::greater<>> far_;
};

}  // namespace hrfcheck::inline machine
