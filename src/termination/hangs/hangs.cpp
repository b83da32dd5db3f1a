// Counterexamples to termination, for all schedulers from one pass over the strongly connected components.
//
// A maximal schedule that does not let every thread finish either ends where nobody can go on (only barriers
// can do that), which no scheduler can help, or is infinite. An infinite one is allowed under S when every
// agent that is, from some point on, always in the fair set F_S runs again and again (fair_sets.h); that is
// one Buechi condition for each agent t, "t runs, or is not in F_S, infinitely often". So there is an allowed
// infinite schedule just when some component C with an edge inside has
//
//   al_S(C), those in F_S(v) for every state v of C   is a subset of   ex(C), those who run on edges in C.
//
// If a schedule is allowed, the states that it meets infinitely often lie in one component C; who is in
// al_S(C) is in F_S from some point on, so runs infinitely often, on edges of C. And in such a C a walk
// through all states and edges, repeated for ever, is allowed: an agent that is not in al_S(C) is absent from
// F_S in some state of the walk, and one that is runs on some edge of it. No component has to be taken apart
// for that, since the conditions only ask for more states and edges. (In programs without barriers F_S is the
// same in all states of a component; a barrier switches agents off and on.) With levels the same is said of
// groups.
//
// The argument from right to left holds for any strongly connected part of the LTS, so that a loop that is
// found when the exploration was cut short is one.

#include "termination/hangs/hangs.h"

#include <algorithm>

namespace hrfcheck::inline termination {

Hangs::Hangs(const Lts& lts)
    : lts_(&lts),
      components_(lts.adjacency()),
      running_(components_.size(), 0),
      reachesEnd_(components_.size(), false) {
  for (StateId s = 0; s < lts.states() && !deadlock_; ++s) {
    if (lts.enabled(s) == 0 && !lts.ended(s)) {
      deadlock_ = s;
    }
  }
  for (std::uint32_t component = 0; component < components_.size(); ++component) {
    lookAt(component);
  }
  std::ranges::sort(cyclic_, {},
                    [&](std::uint32_t component) { return components_.nodes(component).front(); });
}

/// In ascending order: those that can be reached have been looked at.
void Hangs::lookAt(std::uint32_t component) {
  bool reaches = false;
  for (const StateId s : components_.nodes(component)) {
    reaches = reaches || !lts_->expanded(s) || lts_->ended(s);
    const auto targets = lts_->adjacency().from(s);
    for (std::size_t i = 0; i < targets.size(); ++i) {
      if (components_.of(targets[i]) == component) {
        running_[component] |= AgentMask{1} << lts_->actors(s)[i];
      } else {
        reaches = reaches || reachesEnd_[components_.of(targets[i])];
      }
    }
  }
  reachesEnd_[component] = reaches;
  if (running_[component] != 0) {
    cyclic_.push_back(component);
  }
}

bool Hangs::stuck() const {
  return std::ranges::find(reachesEnd_, false) != reachesEnd_.end();
}

std::optional<std::uint32_t> Hangs::loopUnder(const FairSets& fair) const {
  for (const std::uint32_t component : cyclic_) {
    const Owed unfulfilled = ~fair.fulfilledBy(running_[component]);
    Owed always = unfulfilled;
    for (const StateId s : components_.nodes(component)) {
      always &= fair.owed(*lts_, s);
      if (always.none()) {
        return component;
      }
    }
  }
  return std::nullopt;
}

AgentMask Hangs::enabledIn(std::uint32_t component) const {
  AgentMask enabled = 0;
  for (const StateId s : components_.nodes(component)) {
    enabled |= lts_->enabled(s);
  }
  return enabled;
}

}  // namespace hrfcheck::inline termination
