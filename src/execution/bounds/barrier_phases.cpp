#include "execution/bounds/barrier_phases.h"

#include <algorithm>

#include "execution/ended_threads.h"
#include "program/structure/event_structure.h"

namespace hrfcheck::inline execution {

BarrierPhases::BarrierPhases(const EventStructure& structure, const std::vector<Dominators>& ways)
    : structure_(structure), ways_(ways), passages_(structure.threads().size()) {
  std::vector<std::map<std::uint32_t, std::vector<EventId>>> arrivals(passages_.size());
  for (EventId e = 0; e < structure.size(); ++e) {
    const Event& event = structure.events()[e];
    if (event.kind == EventKind::Arrive) {
      arrivals[event.thread][event.barrier].push_back(e);
    }
  }
  for (ThreadId t = 0; t < passages_.size(); ++t) {
    for (const auto& [barrier, ofBarrier] : arrivals[t]) {
      const Barrier& here = structure.barriers()[barrier];
      if (here.arrivals == here.participants.size()) {
        passages_[t][barrier] = passagesOf(ofBarrier, ways_[t]);
      }
    }
  }
}

/// Whether a thread that has passed the barrier knows that the arrival has happened: its thread cannot have
/// ended without it.
bool BarrierPhases::isWaitedFor(EventId arrival) const {
  if (!opensWithoutTheEnded(structure_, arrival)) {
    return true;
  }
  const Event& event = structure_.events()[arrival];
  const UnrolledThread& thread = structure_.threads()[event.thread];
  const Dominators& ways = ways_[event.thread];
  for (NodeId n = 0; n < thread.nodes.size(); ++n) {
    const bool ends = thread.nodes[n].next == kEndNode || thread.nodes[n].taken == kEndNode;
    const bool isReached = n == thread.start || ways.isBefore(thread.start, n);
    if (ends && isReached && n != event.node && !ways.isBefore(event.node, n)) {
      return false;
    }
  }
  return true;
}

BarrierPhases::Passages BarrierPhases::passagesOf(const std::vector<EventId>& arrivals,
                                                  const Dominators& ways) const {
  const auto node = [&](EventId e) { return structure_.events()[e].node; };
  const auto predicated = [&](EventId e) { return instructionOf(structure_, e).predicate.has_value(); };
  Passages passages;
  for (auto here = arrivals.begin(); here != arrivals.end(); ++here) {
    const bool certain =
        std::ranges::none_of(arrivals, predicated) &&
        std::all_of(arrivals.begin(), here, [&](EventId e) { return ways.isBefore(node(e), node(*here)); }) &&
        std::all_of(here + 1, arrivals.end(), [&](EventId e) { return ways.isBefore(node(*here), node(e)); });
    passages.push_back(certain ? *here : kNoEvent);
  }
  return passages;
}

std::vector<BarrierPhases::Meeting> BarrierPhases::before(EventId event, ThreadId other) const {
  const Event& later = structure_.events()[event];
  std::vector<Meeting> meetings;
  for (const auto& [barrier, own] : passages_[later.thread]) {
    const auto others = passages_[other].find(barrier);
    if (others == passages_[other].end()) {
      continue;
    }
    for (std::size_t k = std::min(own.size(), others->second.size()); k-- > 0;) {
      const EventId mine = own[k];
      if (mine != kNoEvent && others->second[k] != kNoEvent && isWaitedFor(others->second[k]) &&
          ways_[later.thread].isBefore(structure_.events()[mine].node, later.node)) {
        meetings.push_back({others->second[k], structure_.events()[mine].partner});
        break;
      }
    }
  }
  return meetings;
}

}  // namespace hrfcheck::inline execution
