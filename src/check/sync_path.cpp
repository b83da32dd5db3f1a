#include "check/sync_path.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

#include "util/invariant.h"

// Why are two events unordered? Because every way from one to the other goes through a communication that
// does not synchronize. We make a graph of the execution: program order for free, and one edge for each
// communication between two threads, the dearer the less it synchronizes (a matching release and acquire cost
// next to nothing, a scope that leaves the other agent out costs a lot, a plain reads-from edge most). The
// cheapest path is the near miss that a reader would point at, and its dearest edge is the reason.
//
// The alternative, to look at the model's own definition of synchronization by its name (`so`, `sw`), would
// be exact for models that use these names and silent for others. The explanation must only point; what is
// claimed to help (`Race::fix`) is checked by the model itself.
//
// Sources and sinks are those of HSA 1.0, 3.13 (release write, or release fence before an atomic write;
// acquire read, or acquire fence after an atomic read), connected when the write comes before what is read in
// coherence order (Gaster et al. 2014-01, Fig. 9: any earlier release).

namespace hrfcheck {
namespace {

using Cost = std::uint64_t;
constexpr Cost kUnreachable = std::numeric_limits<Cost>::max();
/// More links of the better quality than any path can have still cost less than one of the next.
constexpr std::array<Cost, 7> kCost{1, 1, 1ULL << 10U, 1ULL << 20U, 1ULL << 30U, 1ULL << 40U, 1ULL << 50U};

bool releases(Order order) {
  return order == Order::Release || order == Order::AcquireRelease || order == Order::SeqCst;
}

bool acquires(Order order) {
  return order == Order::Acquire || order == Order::AcquireRelease || order == Order::SeqCst ||
         order == Order::Consume;
}

class SyncGraph {
 public:
  SyncGraph(const Execution& execution, EventId from, EventId to, bool promotes)
      : execution_(execution),
        skeleton_(*execution.skeleton),
        from_(skeleton_.instructionOf(from)),
        to_(skeleton_.instructionOf(to)),
        promotes_(promotes) {
    addBarriers();
    addReadsFrom();
    addSynchronization();
  }

  std::vector<SyncLink> cheapestPath(EventId from, EventId to) const;

 private:
  const Event& event(EventId e) const { return skeleton_.events()[e]; }

  bool otherThread(EventId a, EventId b) const {
    return event(a).thread != kNoThread && event(b).thread != kNoThread && event(a).thread != event(b).thread;
  }

  void addBarriers() {
    execution_.syncBarrier.forEach([&](EventId a, EventId d) {
      if (otherThread(a, d)) {
        links_.push_back({a, d, LinkQuality::Barrier});
      }
    });
    execution_.happened.forEach([&](EventId a) {
      execution_.happened.forEach([&](EventId d) {
        const bool barriers = event(a).kind == EventKind::Arrive && event(d).kind == EventKind::Depart;
        if (barriers && otherThread(a, d) && event(a).scope != event(d).scope) {
          links_.push_back({a, d, scopeQuality(skeleton_, a, d, false)});
        }
      });
    });
  }

  /// Reads-from between threads that is no synchronization: what a weak order, or no order, would be about.
  void addReadsFrom() {
    execution_.rf.forEach([&](EventId w, EventId r) {
      const bool thePair = (skeleton_.instructionOf(w) == from_ && skeleton_.instructionOf(r) == to_) ||
                           (skeleton_.instructionOf(w) == to_ && skeleton_.instructionOf(r) == from_);
      if (otherThread(w, r) && !thePair) {
        const bool atomic = event(w).atomic && event(r).atomic;
        links_.push_back({w, r, atomic ? LinkQuality::WeakAtomic : LinkQuality::Ordinary});
      }
    });
  }

  /// Events that stand for a write (read) in synchronization: itself, or fences before (after) it.
  std::vector<EventId> sources(EventId write) const {
    std::vector<EventId> result;
    execution_.happened.forEach([&](EventId e) {
      const bool fence = event(e).kind == EventKind::Fence && skeleton_.po().contains(e, write);
      if (isRelease(event(e)) && (e == write || fence)) {
        result.push_back(e);
      }
    });
    return result;
  }
  std::vector<EventId> sinks(EventId read) const {
    std::vector<EventId> result;
    execution_.happened.forEach([&](EventId e) {
      const bool fence = event(e).kind == EventKind::Fence && skeleton_.po().contains(read, e);
      if (isAcquire(event(e)) && (e == read || fence)) {
        result.push_back(e);
      }
    });
    return result;
  }

  void addSynchronization() {
    execution_.happened.forEach([&](EventId r) {
      const EventId read = execution_.readsFrom[r];
      if (event(r).kind != EventKind::Read || !event(r).atomic || read == kNoEvent) {
        return;
      }
      execution_.happened.forEach([&](EventId w) {
        const bool earlier = w == read || execution_.co.contains(w, read);
        if (event(w).kind == EventKind::Write && event(w).atomic && earlier && otherThread(w, r)) {
          addPairs(sources(w), sinks(r));
        }
      });
    });
  }

  void addPairs(const std::vector<EventId>& from, const std::vector<EventId>& to) {
    for (const EventId x : from) {
      for (const EventId y : to) {
        links_.push_back({x, y, scopeQuality(skeleton_, x, y, promotes_)});
      }
    }
  }

  const Execution& execution_;
  const Skeleton& skeleton_;
  InstructionRef from_, to_;
  bool promotes_;
  std::vector<SyncLink> links_;
};

/// Dijkstra over the events that happened, without a queue: they are few.
std::vector<SyncLink> SyncGraph::cheapestPath(EventId from, EventId to) const {
  std::vector<Cost> cost(skeleton_.size(), kUnreachable);
  std::vector<bool> done(skeleton_.size(), false);
  std::vector<EventId> previous(skeleton_.size(), kNoEvent);
  std::vector<const SyncLink*> arrivedBy(skeleton_.size(), nullptr);
  cost[from] = 0;
  const auto relax = [&](EventId a, EventId b, Cost step, const SyncLink* link) {
    if (cost[a] + step < cost[b]) {
      cost[b] = cost[a] + step;
      previous[b] = a;
      arrivedBy[b] = link;
    }
  };
  for (;;) {
    EventId next = kNoEvent;
    execution_.happened.forEach([&](EventId e) {
      if (!done[e] && cost[e] != kUnreachable && (next == kNoEvent || cost[e] < cost[next])) {
        next = e;
      }
    });
    if (next == kNoEvent || next == to) {
      break;
    }
    done[next] = true;
    execution_.happened.forEach([&](EventId e) {
      if (skeleton_.po().contains(next, e)) {
        relax(next, e, 0, nullptr);
      }
    });
    for (const SyncLink& link : links_) {
      if (link.from == next) {
        relax(next, link.to, kCost[static_cast<std::size_t>(link.quality)], &link);
      }
    }
  }
  std::vector<SyncLink> path;
  for (EventId e = to; e != from && cost[e] != kUnreachable; e = previous[e]) {
    if (arrivedBy[e] != nullptr) {
      path.push_back(*arrivedBy[e]);
    }
  }
  std::reverse(path.begin(), path.end());
  return path;
}

}  // namespace

bool isRelease(const Event& event) {
  return event.order && releases(*event.order) &&
         ((event.kind == EventKind::Write && event.atomic) || event.kind == EventKind::Fence);
}

bool isAcquire(const Event& event) {
  return event.order && acquires(*event.order) &&
         ((event.kind == EventKind::Read && event.atomic) || event.kind == EventKind::Fence);
}

LinkQuality scopeQuality(const Skeleton& skeleton, EventId from, EventId to, bool promotes) {
  const ScopeTree& scopes = skeleton.program().scopes;
  const Event& x = skeleton.events()[from];
  const Event& y = skeleton.events()[to];
  INVARIANT(x.scope != kNoScope && y.scope != kNoScope, "only scoped events synchronize");
  const bool xCovers = scopes.contains(x.scope, y.thread);
  const bool yCovers = scopes.contains(y.scope, x.thread);
  if (xCovers && yCovers) {
    return x.scope == y.scope ? LinkQuality::SameScope : LinkQuality::Inclusive;
  }
  const bool mayPromote = (x.remote && xCovers) || (y.remote && yCovers);
  return promotes && mayPromote ? LinkQuality::Unpromoted : LinkQuality::NotContained;
}

std::vector<SyncLink> bestSyncPath(const Execution& execution, EventId from, EventId to, bool promotes) {
  return SyncGraph(execution, from, to, promotes).cheapestPath(from, to);
}

const SyncLink& worstLink(const std::vector<SyncLink>& path) {
  INVARIANT(!path.empty(), "a path between threads has a link");
  return *std::max_element(path.begin(), path.end(),
                           [](const SyncLink& a, const SyncLink& b) { return a.quality < b.quality; });
}

}  // namespace hrfcheck
