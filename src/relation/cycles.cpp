#include <deque>

#include "relation/relation.h"
#include "util/invariant.h"

namespace hrfcheck::inline relation {
namespace {

/// A shortest path from start back to start, as its events without the repetition; empty when there is none.
std::vector<EventId> shortestCycleThrough(const Relation& relation, EventId start) {
  std::vector<EventId> parent(relation.size(), kNoEvent);
  std::deque<EventId> queue{start};
  while (!queue.empty()) {
    const EventId at = queue.front();
    queue.pop_front();
    if (relation.contains(at, start)) {
      std::vector<EventId> path;
      for (EventId e = at; e != start; e = parent[e]) {
        path.push_back(e);
      }
      path.push_back(start);
      return {path.rbegin(), path.rend()};
    }
    relation.successors(at).forEach([&](EventId next) {
      if (next != start && parent[next] == kNoEvent) {
        parent[next] = at;
        queue.push_back(next);
      }
    });
  }
  return {};
}

}  // namespace

std::vector<EventId> shortestCycle(const Relation& relation) {
  std::vector<EventId> best;
  for (EventId e = 0; e < relation.size(); ++e) {
    std::vector<EventId> cycle = shortestCycleThrough(relation, e);
    if (!cycle.empty() && (best.empty() || cycle.size() < best.size())) {
      best = std::move(cycle);
    }
  }
  return best;
}

std::vector<EventSet> classesOf(const Relation& relation) {
  std::vector<EventSet> classes;
  EventSet seen(relation.size());
  for (EventId e = 0; e < relation.size(); ++e) {
    const EventSet& row = relation.successors(e);
    if (row.empty() || seen.contains(e)) {
      continue;
    }
    INVARIANT(row.contains(e), "classes need a symmetric and transitive relation");
    row.forEach([&](EventId other) {
      INVARIANT(relation.successors(other) == row, "classes need a symmetric and transitive relation");
    });
    seen |= row;
    classes.push_back(row);
  }
  return classes;
}

}  // namespace hrfcheck::inline relation
