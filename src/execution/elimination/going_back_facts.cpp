// A round that goes back to the head of a spin loop stores nothing, so its compare-and-swaps fail; unless the
// loop is one whose rounds may store (Loop::updates, storesOwn). And where it is one read, that returned a
// value with which rounds go back (program/unroll/going_back.h).

#include "execution/elimination/going_back_facts.h"

#include <map>

#include "execution/elimination/elimination_domain.h"
#include "program/unroll/going_back.h"

namespace hrfcheck::inline execution {
namespace {

/// The copies of a loop for one entry into it.
class CopiesOfLoop {
 public:
  CopiesOfLoop(const EventStructure& structure, ThreadId thread, const Loop& loop)
      : structure_(structure), thread_(thread), loop_(loop), inside_(structure.size()) {}

  void add(NodeId node) {
    const UnrolledNode& n = structure_.threads()[thread_].nodes[node];
    unique_ = nodes_[n.iteration].emplace(n.instruction, node).second && unique_;
    forEachEvent(node, [&](EventId e) { inside_.insert(e); });
  }

  /// Whether the events of each round are as those of the last one, seen from outside and among each other.
  bool areAlike(const Relation& poBackwards) const {
    const auto last = nodes_.find(loop_.earlierRounds);
    if (!unique_ || last == nodes_.end()) {
      return false;
    }
    for (const auto& [iteration, round] : nodes_) {
      for (const auto& [instruction, node] : round) {
        const auto copy = last->second.find(instruction);
        if (copy == last->second.end() || !nodesAreAlike(node, copy->second, poBackwards) ||
            !precedeAlike(node, round, copy->second, last->second)) {
          return false;
        }
      }
    }
    return true;
  }

  /// Calls `visit` with the events of all rounds but the last.
  template <typename Visit>
  void forEachEarlier(const Visit& visit) const {
    for (const auto& [iteration, round] : nodes_) {
      for (const auto& [instruction, node] : round) {
        if (iteration < loop_.earlierRounds) {
          forEachEvent(node, visit);
        }
      }
    }
  }

 private:
  using Round = std::map<std::uint32_t, NodeId>;  ///< by instruction

  template <typename Visit>
  void forEachEvent(NodeId node, const Visit& visit) const {
    const EventStructure::NodeEvents& events = structure_.eventsOf(thread_, node);
    for (const EventId e : {events.first, events.second}) {
      if (e != kNoEvent) {
        visit(e);
      }
    }
  }

  bool nodesAreAlike(NodeId node, NodeId copy, const Relation& poBackwards) const {
    const EventStructure::NodeEvents& one = structure_.eventsOf(thread_, node);
    const EventStructure::NodeEvents& other = structure_.eventsOf(thread_, copy);
    return isAlike(one.first, other.first, poBackwards) && isAlike(one.second, other.second, poBackwards);
  }

  bool isAlike(EventId one, EventId other, const Relation& poBackwards) const {
    if (one == kNoEvent || other == kNoEvent) {
      return one == other;
    }
    const auto outside = [&](EventSet events) { return events -= inside_; };
    return structure_.mayLocations()[one] == structure_.mayLocations()[other] &&
           outside(structure_.po().successors(one)) == outside(structure_.po().successors(other)) &&
           outside(poBackwards.successors(one)) == outside(poBackwards.successors(other));
  }

  /// The same events of the round come behind a node as behind its copy.
  bool precedeAlike(NodeId node, const Round& round, NodeId copy, const Round& last) const {
    const EventId one = structure_.eventsOf(thread_, node).first;
    const EventId other = structure_.eventsOf(thread_, copy).first;
    if (one == kNoEvent) {
      return true;
    }
    for (const auto& [instruction, behind] : round) {
      const EventId a = structure_.eventsOf(thread_, behind).first;
      const auto found = last.find(instruction);
      const EventId b = found == last.end() ? kNoEvent : structure_.eventsOf(thread_, found->second).first;
      if (a != kNoEvent &&
          (b == kNoEvent || structure_.po().contains(one, a) != structure_.po().contains(other, b))) {
        return false;
      }
    }
    return true;
  }

  const EventStructure& structure_;
  ThreadId thread_;
  const Loop& loop_;
  EventSet inside_;
  std::map<std::uint32_t, Round> nodes_;  ///< by iteration
  bool unique_ = true;
};

std::optional<Value> knownValue(const EventStructure& structure, EventId write) {
  const Event& event = structure.events()[write];
  return event.kind == EventKind::InitialWrite
             ? knownInitially(structure.program().locations[event.initialOf])
             : constantStored(instructionOf(structure, write).operation);
}

EventSet sourcesBeforeGoingBack(const EventStructure& structure, ReadsBeforeGoingBack& reads) {
  EventSet sources(structure.size());
  for (EventId w = 0; w < structure.size(); ++w) {
    const EventKind kind = structure.events()[w].kind;
    if ((kind == EventKind::Write || kind == EventKind::InitialWrite) &&
        reads.mayBe(knownValue(structure, w))) {
      sources.insert(w);
    }
  }
  return sources;
}

}  // namespace

EventFacts factsOfEarlierRounds(const EventStructure& all) {
  EventFacts facts{EventSet(all.size()), {}};
  const Relation poBackwards = all.po().inverse();
  for (ThreadId t = 0; t < all.threads().size(); ++t) {
    const UnrolledThread& thread = all.threads()[t];
    std::map<std::pair<const Loop*, std::uint32_t>, CopiesOfLoop> entries;
    for (NodeId n = 0; n < thread.nodes.size(); ++n) {
      const Loop* loop = spinLoopOf(thread, n);
      if (loop != nullptr && !loop->updates && !loop->storesOwn) {
        entries.try_emplace({loop, thread.nodes[n].entry}, all, t, *loop).first->second.add(n);
      }
    }
    for (const auto& [loopAndEntry, copies] : entries) {
      if (!copies.areAlike(poBackwards)) {
        continue;
      }
      ReadsBeforeGoingBack reads(all.program().threads[t], *loopAndEntry.first);
      const EventSet sources = reads.known() ? sourcesBeforeGoingBack(all, reads) : EventSet(all.size());
      copies.forEachEarlier([&](EventId e) {
        const Event& event = all.events()[e];
        if (event.kind == EventKind::Read && event.failureOrder) {
          facts.failing.insert(e);
        }
        if (event.kind == EventKind::Read && reads.known()) {
          facts.sources.emplace(e, sources);
        }
      });
    }
  }
  return facts;
}

}  // namespace hrfcheck::inline execution
