#include "check/races/sync_path.h"

#include <algorithm>
#include <array>

#include "util/invariant.h"

// Why are two events unordered? Because every way from one to the other goes through a communication that
// does not synchronize. We make a graph of the execution: program order for free, and one edge for each
// communication between two threads, the more expensive the less it synchronizes (what the model orders costs
// next to nothing, a scope that leaves the other agent out costs a lot, a plain reads-from edge more, and
// barriers of two scope instances, which tell each other nothing, most). The
// cheapest path is the near miss that a reader would point at, and its first edge that is not ordered is the
// reason. Costs are compared as vectors, the number of links of the worst quality first.
//
// Whether a link is ordered is asked of the model itself, by the relation that its race flag uses
// (explain/race_order.h). Models define synchronization under many names and in many ways, so the links that
// are *not* ordered come from what all of them share: sources and sinks are those of HSA 1.0, 3.13 (release
// write, or release fence before an atomic write; acquire read, or acquire fence after an atomic read),
// connected when the write comes before what is read in coherence order (Gaster et al. 2014-01, Fig. 9: any
// earlier release). What is claimed to help (`Race::fix`) is checked by the model in any case.

namespace hrfcheck::inline check {
namespace {

/// How many links of each quality, the worst first.
using Cost = std::array<unsigned, kLinkQualities>;

Cost plus(Cost cost, LinkQuality quality) {
  ++cost[kLinkQualities - 1 - static_cast<std::size_t>(quality)];
  return cost;
}

bool releases(Order order) {
  return order == Order::Release || order == Order::AcquireRelease || order == Order::SeqCst;
}

bool acquires(Order order) {
  return order == Order::Acquire || order == Order::AcquireRelease || order == Order::SeqCst ||
         order == Order::Consume;
}

class SyncGraph {
 public:
  /// Which communication counts: all that there is, or releases and acquires, and barriers.
  enum class Links { All, Synchronizing };

  SyncGraph(const WitnessOrder& order, EventId from, EventId to, Links links = Links::All)
      : order_(order),
        execution_(order.witness()),
        structure_(*execution_.structure),
        from_(structure_.instructionOf(from)),
        to_(structure_.instructionOf(to)) {
    addBarriers();
    addSynchronization();
    if (links == Links::All) {
      addReadsFrom();
      addOrdered();
    }
  }

  std::vector<SyncLink> cheapestPath(EventId from, EventId to) const;
  std::optional<SyncLink> best(EventId from, EventId to) const;

 private:
  const Event& event(EventId e) const { return structure_.events()[e]; }

  bool otherThread(EventId a, EventId b) const {
    return event(a).thread != kNoThread && event(b).thread != kNoThread && event(a).thread != event(b).thread;
  }

  void add(EventId from, EventId to, LinkQuality quality, EventId write = kNoEvent, EventId read = kNoEvent) {
    const bool fits = quality == LinkQuality::Barrier || quality == LinkQuality::ScopesFit;
    const bool ordered = order_.known() ? order_.orders(from, to) : fits;
    links_.push_back({from, to, ordered ? LinkQuality::Ordered : quality, write, read});
  }

  /// Whatever else the model orders between operations that synchronize: HRF0's release to release.
  void addOrdered() {
    if (!order_.known()) {
      return;
    }
    const auto synchronizes = [&](EventId e) { return isRelease(event(e)) || isAcquire(execution_, e); };
    execution_.happened.forEach([&](EventId a) {
      order_.spend(structure_.size());
      execution_.happened.forEach([&](EventId b) {
        if (synchronizes(a) && synchronizes(b) && otherThread(a, b) && order_.orders(a, b)) {
          links_.push_back({a, b, LinkQuality::OrderedSoHow});
        }
      });
    });
  }

  bool ofThePair(EventId e) const { return event(e).thread == from_.thread || event(e).thread == to_.thread; }

  void addBarriers() {
    execution_.syncBarrier.forEach([&](EventId a, EventId d) {
      if (otherThread(a, d)) {
        add(a, d, LinkQuality::Barrier);
      }
    });
    execution_.happened.forEach([&](EventId a) {
      order_.spend(structure_.size());
      execution_.happened.forEach([&](EventId d) {
        const bool barriers = event(a).kind == EventKind::Arrive && event(d).kind == EventKind::Depart;
        if (barriers && ofThePair(a) && ofThePair(d) && otherThread(a, d) &&
            scopeQuality(structure_, a, d, RemoteMeaning::None) == LinkQuality::NotContained) {
          add(a, d, LinkQuality::OtherBarrier);
        }
      });
    });
  }

  /// Reads-from between threads that is no synchronization: what a weak order, or no order, would be about.
  void addReadsFrom() {
    execution_.rf.forEach([&](EventId w, EventId r) {
      const bool thePair = (structure_.instructionOf(w) == from_ && structure_.instructionOf(r) == to_) ||
                           (structure_.instructionOf(w) == to_ && structure_.instructionOf(r) == from_);
      if (otherThread(w, r) && !thePair) {
        const bool atomic = event(w).atomic && event(r).atomic;
        add(w, r, atomic ? LinkQuality::WeakAtomic : LinkQuality::Ordinary, w, r);
      }
    });
  }

  void addSynchronization() {
    execution_.happened.forEach([&](EventId r) {
      const EventId read = execution_.readsFrom[r];
      order_.spend(structure_.size());
      if (event(r).kind != EventKind::Read || !event(r).atomic || read == kNoEvent) {
        return;
      }
      execution_.happened.forEach([&](EventId w) {
        const bool earlier = w == read || execution_.co.contains(w, read);
        if (event(w).kind == EventKind::Write && event(w).atomic && earlier && otherThread(w, r)) {
          addPairs(w, r);
        }
      });
    });
  }

  void addPairs(EventId write, EventId read) {
    order_.spend(structure_.size());
    for (const EventId x : releasesThrough(execution_, write)) {
      order_.spend(structure_.size());
      for (const EventId y : acquiresThrough(execution_, read)) {
        add(x, y, scopeQuality(structure_, x, y, order_.remote()), write, read);
      }
    }
  }

  const WitnessOrder& order_;
  const Execution& execution_;
  const EventStructure& structure_;
  InstructionRef from_, to_;
  std::vector<SyncLink> links_;
};

/// Dijkstra over the events that happened, without a queue: they are few.
std::vector<SyncLink> SyncGraph::cheapestPath(EventId from, EventId to) const {
  std::vector<std::optional<Cost>> cost(structure_.size());
  std::vector<bool> done(structure_.size(), false);
  std::vector<EventId> previous(structure_.size(), kNoEvent);
  std::vector<const SyncLink*> arrivedBy(structure_.size(), nullptr);
  cost[from] = Cost{};
  const auto relax = [&](EventId a, EventId b, const Cost& reached, const SyncLink* link) {
    if (!cost[b] || reached < *cost[b]) {
      cost[b] = reached;
      previous[b] = a;
      arrivedBy[b] = link;
    }
  };
  for (;;) {
    order_.spend(2 * structure_.size() + links_.size());
    EventId next = kNoEvent;
    execution_.happened.forEach([&](EventId e) {
      if (!done[e] && cost[e] && (next == kNoEvent || *cost[e] < *cost[next])) {
        next = e;
      }
    });
    if (next == kNoEvent || next == to) {
      break;
    }
    done[next] = true;
    execution_.happened.forEach([&](EventId e) {
      if (structure_.po().contains(next, e)) {
        relax(next, e, *cost[next], nullptr);
      }
    });
    for (const SyncLink& link : links_) {
      if (link.from == next) {
        relax(next, link.to, plus(*cost[next], link.quality), &link);
      }
    }
  }
  std::vector<SyncLink> path;
  for (EventId e = to; e != from && cost[e].has_value(); e = previous[e]) {
    if (arrivedBy[e] != nullptr) {
      path.push_back(best(previous[e], e).value_or(*arrivedBy[e]));
    }
  }
  std::reverse(path.begin(), path.end());
  return path;
}

/// Of several, the best; among equals the one whose read returns the write.
std::optional<SyncLink> SyncGraph::best(EventId from, EventId to) const {
  const auto told = [&](const SyncLink& link) {
    return link.read != kNoEvent && execution_.readsFrom[link.read] == link.write;
  };
  std::optional<SyncLink> best;
  for (const SyncLink& link : links_) {
    const bool here = link.from == from && link.to == to && link.quality < LinkQuality::WeakAtomic;
    const bool better = !best || link.quality < best->quality ||
                        (link.quality == best->quality && told(link) && !told(*best));
    if (here && better) {
      best = link;
    }
  }
  return best;
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

std::optional<Order> orderIn(const Execution& execution, EventId e) {
  const Event& event = execution.structure->events()[e];
  const bool fails = event.failureOrder && !execution.happened.contains(event.partner);
  return fails ? event.failureOrder : event.order;
}

bool isAcquire(const Execution& execution, EventId e) {
  Event event = execution.structure->events()[e];
  event.order = orderIn(execution, e);
  return isAcquire(event);
}

std::vector<EventId> releasesThrough(const Execution& execution, EventId write) {
  const EventStructure& structure = *execution.structure;
  std::vector<EventId> result;
  execution.happened.forEach([&](EventId e) {
    const Event& event = structure.events()[e];
    const bool fence = event.kind == EventKind::Fence && structure.po().contains(e, write);
    if (isRelease(event) && (e == write || fence)) {
      result.push_back(e);
    }
  });
  return result;
}

std::vector<EventId> acquiresThrough(const Execution& execution, EventId read) {
  const EventStructure& structure = *execution.structure;
  std::vector<EventId> result;
  execution.happened.forEach([&](EventId e) {
    const bool fence = structure.events()[e].kind == EventKind::Fence && structure.po().contains(read, e);
    if (isAcquire(execution, e) && (e == read || fence)) {
      result.push_back(e);
    }
  });
  return result;
}

LinkQuality scopeQuality(const EventStructure& structure, EventId from, EventId to, RemoteMeaning remote) {
  const ScopeTree& scopes = structure.program().scopes;
  const Event& x = structure.events()[from];
  const Event& y = structure.events()[to];
  INVARIANT(x.scope != kNoScope && y.scope != kNoScope, "only scoped events synchronize");
  const bool xCovers = scopes.contains(x.scope, y.thread);
  const bool yCovers = scopes.contains(y.scope, x.thread);
  if (xCovers && yCovers) {
    return x.scope == y.scope ? LinkQuality::ScopesFit : LinkQuality::Inclusive;
  }
  const bool remoteCovers = (x.remote && xCovers) || (y.remote && yCovers);
  if (remoteCovers && remote != RemoteMeaning::None) {
    return remote == RemoteMeaning::Promotes ? LinkQuality::Unpromoted : LinkQuality::ScopesFit;
  }
  return LinkQuality::NotContained;
}

std::vector<SyncLink> bestSyncPath(const WitnessOrder& order, EventId from, EventId to) {
  return SyncGraph(order, from, to).cheapestPath(from, to);
}

std::vector<SyncLink> synchronizingPath(const WitnessOrder& order, EventId from, EventId to) {
  return SyncGraph(order, from, to, SyncGraph::Links::Synchronizing).cheapestPath(from, to);
}

std::optional<SyncLink> directLink(const WitnessOrder& order, EventId release, EventId acquire) {
  return SyncGraph(order, release, acquire).best(release, acquire);
}

LinkQuality worstQuality(const std::vector<SyncLink>& path) {
  INVARIANT(!path.empty(), "a path between threads has a link");
  return std::max_element(path.begin(), path.end(),
                          [](const SyncLink& a, const SyncLink& b) { return a.quality < b.quality; })
      ->quality;
}

}  // namespace hrfcheck::inline check
