// Arrivals at barriers, and whom they let go.

#include <algorithm>

#include "termination/system/interleaving.h"
#include "util/invariant.h"

namespace hrfcheck::inline termination {

void Interleaving::arrive(std::vector<std::uint32_t>& words, AgentId a, std::uint32_t choice) {
  const Action arrival = place(words, a).actions[choice];
  const std::uint32_t number = barrierOf(a, arrival);
  const PlaceId here = words[agentWord(a)];
  if (arrival.lanes != places_[a]->liveLanes(here) && (*agents_)[a].lanes().size() > 1) {
    notice(FindingKind::BarDivergence, a, arrival);
  }
  countArrival(words, a, arrival);
  const bool mayOpen = opens(words, barriers_.barriers()[number]);
  const bool waits = std::get<BarrierOp>(instructionOf(a, arrival).operation).waits;
  const bool passes = !waits || mayPass(words, a, arrival);
  words[agentWord(a)] = passes ? places_[a]->after(here, choice, {}) : places_[a]->waitingAt(here, choice);
  if (mayOpen) {
    release(words, number);
  }
}

/// Lets those go who wait at a barrier and need not any more; whether there are any.
bool Interleaving::release(std::vector<std::uint32_t>& words, std::uint32_t barrier) {
  bool released = false;
  for (AgentId other = 0; other < agents_->size(); ++other) {
    const AgentPlace& waiting = place(words, other);
    if (!waiting.waits) {
      continue;
    }
    const Action& arrived = waiting.actions[*waiting.waits];
    if (arrived.kind == Action::Kind::Barrier && barrierOf(other, arrived) == barrier &&
        mayPass(words, other, arrived)) {
      words[agentWord(other)] = places_[other]->after(words[agentWord(other)], *waiting.waits, {});
      released = true;
    }
  }
  return released;
}

/// Whether a barrier need not wait for an agent, since that has ended.
bool Interleaving::isExcused(const std::vector<std::uint32_t>& words, const BarrierTable::Barrier& barrier,
                             AgentId a) const {
  const bool letsGo = rules_.ended == EndedAgents::LetGo ||
                      (rules_.ended == EndedAgents::AsTheLanguageSays && !barrier.waitsForTheEnded);
  return letsGo && place(words, a).finished();
}

/// Barriers that need not wait any more for somebody who has ended, and votes that all have taken part in.
void Interleaving::settle(std::vector<std::uint32_t>& words) {
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t number = 0; number < barriers_.barriers().size(); ++number) {
      const BarrierTable::Barrier& barrier = barriers_.barriers()[number];
      if (barrier.kind == BarrierTable::Kind::All && opens(words, barrier)) {
        release(words, number);
        changed = true;
      } else if (barrier.kind == BarrierTable::Kind::Named) {
        changed = release(words, number) || changed;
      }
    }
    for (const std::vector<AgentId>& wavefront : wavefronts_) {
      changed = endVote(words, wavefront) || changed;
    }
  }
}

void Interleaving::countArrival(std::vector<std::uint32_t>& words, AgentId a, const Action& arrival) {
  const BarrierTable::Barrier& barrier = barriers_.barriers()[barrierOf(a, arrival)];
  std::uint32_t& word = words[barrierWord(barrier.wordOf(a, arrival.instruction))];
  switch (barrier.kind) {
    case BarrierTable::Kind::All:
    case BarrierTable::Kind::Named:
      ++word;
      break;
    case BarrierTable::Kind::Counted:
      word = std::min(word + arrival.arrivals, barrier.largestCount);
      break;
    case BarrierTable::Kind::CountedByValue:
      word = countedArrivals_.after(word, {arrival.instance, arrival.id}, barrier.largestCount);
      break;
  }
}

/// Takes off an arrival everywhere, once there has been one everywhere; whether anybody may have been let go.
bool Interleaving::opens(std::vector<std::uint32_t>& words, const BarrierTable::Barrier& barrier) const {
  if (barrier.kind == BarrierTable::Kind::Counted || barrier.kind == BarrierTable::Kind::CountedByValue) {
    return true;
  }
  const auto arrivals = std::span(words).subspan(barrierWord(barrier.firstWord), barrier.words());
  bool somewhere = false;
  bool everywhere = true;
  for (std::size_t i = 0; i < arrivals.size(); ++i) {
    const bool excused =
        barrier.kind == BarrierTable::Kind::All && isExcused(words, barrier, barrier.agents[i]);
    somewhere = somewhere || arrivals[i] != 0;
    everywhere = everywhere && (arrivals[i] != 0 || excused);
  }
  everywhere = everywhere && somewhere;
  if (everywhere) {
    std::ranges::for_each(arrivals, [](std::uint32_t& word) { word -= word == 0 ? 0 : 1; });
  }
  return everywhere || barrier.kind == BarrierTable::Kind::Named;
}

/// Whether an agent that has arrived at a barrier need not wait.
bool Interleaving::mayPass(const std::vector<std::uint32_t>& words, AgentId a, const Action& arrival) const {
  const BarrierTable::Barrier& barrier = barriers_.barriers()[barrierOf(a, arrival)];
  const std::uint32_t word = words[barrierWord(barrier.wordOf(a, arrival.instruction))];
  switch (barrier.kind) {
    case BarrierTable::Kind::All:
      return word == 0;
    case BarrierTable::Kind::Named:
      return allHaveCome(words, a, arrival);
    case BarrierTable::Kind::Counted:
      return word >= arrivalsFor(arrival.count.value());
    case BarrierTable::Kind::CountedByValue:
      return countedArrivals_.arrivals(word, {arrival.instance, arrival.id}) >=
             arrivalsFor(arrival.count.value());
  }
  INVARIANT(false, "a kind of barrier without a meaning");
}

/// Whether at every place that may be the barrier of this arrival somebody has arrived as often as `a` has.
bool Interleaving::allHaveCome(const std::vector<std::uint32_t>& words, AgentId a,
                               const Action& arrival) const {
  const BarrierTable::Barrier& barrier = barriers_.barriers()[barrierOf(a, arrival)];
  const std::uint32_t own = words[barrierWord(barrier.wordOf(a, arrival.instruction))];
  for (std::uint32_t i = 0; i < barrier.places.size(); ++i) {
    const BarrierOp& there = barrier.places[i].op;
    if (mayBeEqual(there.instance, arrival.instance) && mayBeEqual(there.id, arrival.id) &&
        words[barrierWord(barrier.firstWord + i)] < own &&
        !isExcused(words, barrier, barrier.places[i].agent)) {
      return false;
    }
  }
  return true;
}

std::vector<std::size_t> Interleaving::arrivalWords(AgentId a) const {
  std::vector<std::size_t> result;
  for (const BarrierTable::Barrier& barrier : barriers_.barriers()) {
    for (const std::uint32_t word : barrier.wordsOf(a)) {
      result.push_back(barrierWord(word));
    }
  }
  return result;
}

}  // namespace hrfcheck::inline termination
