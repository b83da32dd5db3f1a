#include "termination/system/agent_places.h"

#include <algorithm>

#include "util/invariant.h"

namespace hrfcheck::inline termination {

AgentPlaces::AgentPlaces(const Program& program, std::shared_ptr<const Agent> agent,
                         const std::vector<std::set<RegisterId>>& liveAtEnd, const Deadline& deadline)
    : agent_(std::move(agent)) {
  for (std::size_t lane = 0; lane < agent_->lanes().size(); ++lane) {
    live_.emplace_back(program.threads[agent_->lanes()[lane]], liveAtEnd[lane], deadline);
  }
}

PlaceId AgentPlaces::start() {
  return runOn(agent_->start());
}

PlaceId AgentPlaces::after(PlaceId place, std::uint32_t action, const Seen& seen) {
  const Step step{place, action, seen.value.value_or(0), seen.locked};
  if (const auto known = after_.find(step); known != after_.end()) {
    return known->second;
  }
  AgentState state = places_[place].state;
  agent_->complete(state, places_[place].actions[action], seen);
  const PlaceId result = runOn(std::move(state));
  after_.emplace(step, result);
  return result;
}

PlaceId AgentPlaces::waitingAt(PlaceId place, std::uint32_t action) {
  AgentPlace waiting = places_[place];
  const Action::Kind kind = waiting.actions[action].kind;
  INVARIANT((kind == Action::Kind::Barrier || kind == Action::Kind::Vote) && !waiting.waits,
            "one waits at a barrier or a vote");
  waiting.waits = action;
  return numberOf(std::move(waiting));
}

PlaceId AgentPlaces::runOn(AgentState state) {
  std::vector<Action> actions = agent_->next(state);
  INVARIANT(!actions.empty(), "an agent has a next action, if only its end");
  for (std::size_t lane = 0; lane < live_.size(); ++lane) {
    LocalState& here = state.lanes[lane];
    if (actions.front().kind == Action::Kind::Diverges) {
      std::ranges::fill(here.registers, 0);
    } else if (actions.front().kind != Action::Kind::Fault) {
      live_[lane].forgetDead(here.at, here.registers);
    }
  }
  return numberOf({std::move(state), std::move(actions), std::nullopt});
}

PlaceId AgentPlaces::numberOf(AgentPlace place) {
  const auto fresh = static_cast<PlaceId>(places_.size());
  const auto [known, isNew] =
      numbers_.try_emplace({place.actions.front().kind, place.waits, place.state}, fresh);
  if (isNew) {
    places_.push_back(std::move(place));
  }
  return known->second;
}

}  // namespace hrfcheck::inline termination
