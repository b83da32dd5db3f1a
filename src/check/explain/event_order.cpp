// The order to present an execution in: a shortest path through the positions that its threads can be at,
// where a step goes on with the next event of a thread whose predecessors have all been told, and costs one
// if the thread is another one than before. The number of positions is the product of the threads' lengths;
// where that is too many, the thread at hand goes on for as long as it can.

#include "check/explain/event_order.h"

#include <algorithm>
#include <deque>
#include <map>
#include <optional>

namespace hrfcheck::inline check {
namespace {

constexpr std::size_t kMostPositions = 100'000;

using Position = std::vector<std::uint32_t>;  ///< by thread, how many of its events were told

/// Reads to the writes that come after what they read.
Relation fromReads(const Execution& execution) {
  Relation result(execution.rf.size());
  execution.rf.forEach([&](EventId write, EventId read) {
    execution.co.successors(write).forEach([&](EventId later) {
      if (later != read) {
        result.insert(read, later);
      }
    });
  });
  return result;
}

class Orders {
 public:
  Orders(const Execution& execution, const Relation& before) : before_(before) {
    for (const ThreadRun& run : execution.runs) {
      threads_.push_back(run.events);
    }
  }

  std::optional<EventOrder> best() const {
    std::size_t positions = threads_.size() + 1;
    for (const auto& events : threads_) {
      positions *= events.size() + 1;
      if (positions > kMostPositions) {
        return greedy();
      }
    }
    return shortest();
  }

 private:
  struct Place {
    Position position;
    std::size_t thread;  ///< told last; threads_.size() at the start

    friend auto operator<=>(const Place&, const Place&) = default;
  };
  struct Arrival {
    unsigned switches;
    Place from;
  };

  bool ready(const Position& position, std::size_t t) const {
    if (position[t] == threads_[t].size()) {
      return false;
    }
    const EventId next = threads_[t][position[t]];
    for (std::size_t other = 0; other < threads_.size(); ++other) {
      for (std::size_t i = position[other]; i < threads_[other].size(); ++i) {
        const EventId waiting = threads_[other][i];
        if (waiting != next && before_.contains(waiting, next)) {
          return false;
        }
      }
    }
    return true;
  }

  bool finished(const Position& position) const {
    for (std::size_t t = 0; t < threads_.size(); ++t) {
      if (position[t] < threads_[t].size()) {
        return false;
      }
    }
    return true;
  }

  /// 0-1 breadth first: going on in the same thread costs nothing.
  std::optional<EventOrder> shortest() const {
    const Place start{Position(threads_.size(), 0), threads_.size()};
    std::map<Place, Arrival> known{{start, {0, start}}};
    std::deque<Place> queue{start};
    while (!queue.empty()) {
      const Place at = queue.front();
      queue.pop_front();
      if (finished(at.position)) {
        return trace(known, at);
      }
      const unsigned switches = known.at(at).switches;
      for (std::size_t t = 0; t < threads_.size(); ++t) {
        if (!ready(at.position, t)) {
          continue;
        }
        Place next{at.position, t};
        ++next.position[t];
        const bool stays = t == at.thread || at.thread == threads_.size();
        const unsigned cost = switches + (stays ? 0 : 1);
        const auto [found, fresh] = known.try_emplace(next, Arrival{cost, at});
        if (!fresh && found->second.switches <= cost) {
          continue;
        }
        found->second = {cost, at};
        stays ? queue.push_front(next) : queue.push_back(next);
      }
    }
    return std::nullopt;
  }

  EventOrder trace(const std::map<Place, Arrival>& known, Place at) const {
    EventOrder order;
    order.switches = known.at(at).switches;
    while (at.thread != threads_.size()) {
      order.events.push_back(threads_[at.thread][at.position[at.thread] - 1]);
      at = known.at(at).from;
    }
    std::ranges::reverse(order.events);
    return order;
  }

  std::optional<EventOrder> greedy() const {
    EventOrder order;
    Position position(threads_.size(), 0);
    std::size_t at = 0;
    while (!finished(position)) {
      if (!ready(position, at)) {
        std::size_t next = 0;
        while (next < threads_.size() && !ready(position, next)) {
          ++next;
        }
        if (next == threads_.size()) {
          return std::nullopt;
        }
        order.switches += order.events.empty() ? 0 : 1;
        at = next;
      }
      order.events.push_back(threads_[at][position[at]++]);
    }
    return order;
  }

  const Relation& before_;
  std::vector<std::vector<EventId>> threads_;
};

}  // namespace

EventOrder simplestOrder(const Execution& execution) {
  using Respects = EventOrder::Respects;
  Relation order = execution.structure->po().restrictedTo(execution.happened, execution.happened);
  order |= execution.syncBarrier;
  const Relation programOrder = order;
  order |= execution.rf;
  const Relation readsFrom = order;
  order |= execution.co;
  order |= fromReads(execution);
  const std::pair<const Relation*, Respects> wishes[] = {{&order, Respects::Interleaving},
                                                         {&readsFrom, Respects::ReadsFrom},
                                                         {&programOrder, Respects::ProgramOrder}};
  for (const auto& [before, respects] : wishes) {
    if (std::optional<EventOrder> best = Orders(execution, *before).best()) {
      best->respects = respects;
      return *best;
    }
  }
  return {};
}

Simplicity simplicityOf(const Execution& execution) {
  const auto& events = execution.structure->events();
  const auto apart = [&](EventId a, EventId b) {
    return events[a].thread != events[b].thread && events[a].thread != kNoThread &&
           events[b].thread != kNoThread;
  };
  std::size_t edges = 0;
  execution.rf.forEach([&](EventId w, EventId r) { edges += apart(w, r) ? 1 : 0; });
  execution.co.forEach([&](EventId a, EventId b) {
    const bool neighbours = execution.co.successors(a).count() == execution.co.successors(b).count() + 1;
    edges += neighbours && apart(a, b) ? 1 : 0;
  });
  const EventOrder order = simplestOrder(execution);
  return {static_cast<unsigned>(order.respects), order.switches, edges};
}

}  // namespace hrfcheck::inline check
