#include "progress/thread_places.h"

#include <algorithm>

#include "util/invariant.h"

namespace hrfcheck {

ThreadPlaces::ThreadPlaces(const Program& program, ThreadId thread, const std::set<RegisterId>& liveAtEnd)
    : runner_(program, thread, LocalRunner::Fences::Pass), live_(program.threads[thread], liveAtEnd) {}

PlaceId ThreadPlaces::start() {
  return runOn(runner_.start());
}

PlaceId ThreadPlaces::after(PlaceId place, std::optional<Value> read) {
  const Step step{place, read.value_or(0)};
  if (const auto known = after_.find(step); known != after_.end()) {
    return known->second;
  }
  LocalState state = places_[place].state;
  runner_.complete(state, places_[place].action, read);
  const PlaceId result = runOn(std::move(state));
  after_.emplace(step, result);
  return result;
}

PlaceId ThreadPlaces::waitingAt(PlaceId place) {
  ThreadPlace waiting = places_[place];
  INVARIANT(waiting.action.kind == Action::Kind::Barrier && !waiting.waits, "one waits at a barrier");
  waiting.waits = true;
  return numberOf(std::move(waiting));
}

PlaceId ThreadPlaces::runOn(LocalState state) {
  const Action action = runner_.next(state);
  if (action.kind == Action::Kind::Diverges) {
    std::ranges::fill(state.registers, 0);
  } else if (action.kind != Action::Kind::Fault) {
    live_.forgetDead(state.at, state.registers);
  }
  return numberOf({std::move(state), action});
}

PlaceId ThreadPlaces::numberOf(ThreadPlace place) {
  const auto fresh = static_cast<PlaceId>(places_.size());
  const auto [known, isNew] = numbers_.try_emplace({place.action.kind, place.waits, place.state}, fresh);
  if (isNew) {
    places_.push_back(std::move(place));
  }
  return known->second;
}

}  // namespace hrfcheck
