#include "progress/component_walk.h"

#include <algorithm>
#include <bit>

#include "util/invariant.h"

namespace hrfcheck {

ComponentWalks::ComponentWalks(const Lts& lts, const Components& components)
    : lts_(&lts), components_(&components), visits_(lts.states()) {}

std::optional<std::vector<LtsEdge>> ComponentWalks::toEdge(StateId start, const WantsEdge& wanted) {
  ++searches_;
  visits_[start].search = searches_;
  std::vector<StateId> queue{start};
  for (std::size_t next = 0; next < queue.size(); ++next) {
    const StateId s = queue[next];
    AgentMask left = lts_->enabled(s);
    for (const StateId to : lts_->adjacency().from(s)) {
      const auto t = static_cast<ThreadId>(std::countr_zero(left));
      left &= left - 1;
      ++effort_;
      if (components_->of(to) != components_->of(start)) {
        continue;
      }
      if (wanted(s, t, to)) {
        return wayTo(start, s, {t, to});
      }
      if (visits_[to].search != searches_) {
        visits_[to] = {searches_, s, t};
        queue.push_back(to);
      }
    }
  }
  return std::nullopt;
}

std::optional<std::vector<LtsEdge>> ComponentWalks::toState(StateId from, StateId to) {
  return toEdge(from, [&](StateId, ThreadId, StateId reached) { return reached == to; });
}

std::vector<LtsEdge> ComponentWalks::wayTo(StateId start, StateId last, LtsEdge edge) const {
  std::vector<LtsEdge> way{edge};
  for (StateId s = last; s != start; s = visits_[s].from) {
    way.push_back({visits_[s].thread, s});
  }
  std::ranges::reverse(way);
  return way;
}

std::vector<ThreadId> scheduleTo(const Lts& lts, StateId s) {
  std::vector<ThreadId> schedule;
  while (s != 0) {
    const StateId before = lts.parent(s);
    const std::vector<LtsEdge> edges = lts.edgesFrom(before);
    const auto edge = std::ranges::find(edges, s, &LtsEdge::to);
    INVARIANT(edge != edges.end(), "a state is found from its parent");
    schedule.push_back(edge->thread);
    s = before;
  }
  std::ranges::reverse(schedule);
  return schedule;
}

}  // namespace hrfcheck
