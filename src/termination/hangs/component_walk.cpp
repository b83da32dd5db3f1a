#include "termination/hangs/component_walk.h"

#include <algorithm>

#include "util/invariant.h"

namespace hrfcheck::inline termination {

ComponentWalks::ComponentWalks(const Lts& lts, const Components& components)
    : lts_(&lts), components_(&components), visits_(lts.states()) {}

std::optional<std::vector<LtsEdge>> ComponentWalks::toEdge(StateId start, const WantsEdge& wanted) {
  ++searches_;
  visits_[start].search = searches_;
  std::vector<StateId> queue{start};
  for (std::size_t next = 0; next < queue.size(); ++next) {
    const StateId s = queue[next];
    for (const LtsEdge& edge : lts_->edgesFrom(s)) {
      ++effort_;
      if (components_->of(edge.to) != components_->of(start)) {
        continue;
      }
      if (wanted(s, edge)) {
        return wayTo(start, s, edge);
      }
      if (visits_[edge.to].search != searches_) {
        visits_[edge.to] = {searches_, s, edge};
        queue.push_back(edge.to);
      }
    }
  }
  return std::nullopt;
}

std::optional<std::vector<LtsEdge>> ComponentWalks::toState(StateId from, StateId to) {
  return toEdge(from, [&](StateId, const LtsEdge& edge) { return edge.to == to; });
}

std::vector<LtsEdge> ComponentWalks::wayTo(StateId start, StateId last, LtsEdge edge) const {
  std::vector<LtsEdge> way{edge};
  for (StateId s = last; s != start; s = visits_[s].from) {
    way.push_back(visits_[s].edge);
  }
  std::ranges::reverse(way);
  return way;
}

std::vector<LtsEdge> scheduleTo(const Lts& lts, StateId s) {
  std::vector<LtsEdge> schedule;
  while (s != 0) {
    const StateId before = lts.parent(s);
    const std::vector<LtsEdge> edges = lts.edgesFrom(before);
    const auto edge = std::ranges::find(edges, s, &LtsEdge::to);
    INVARIANT(edge != edges.end(), "a state is found from its parent");
    schedule.push_back(*edge);
    s = before;
  }
  std::ranges::reverse(schedule);
  return schedule;
}

}  // namespace hrfcheck::inline termination
