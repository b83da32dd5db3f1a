#pragma once

#include <optional>
#include <vector>

#include "relation/components.h"
#include "termination/hangs/fair_sets.h"
#include "termination/system/lts.h"

namespace hrfcheck::inline termination {

/// The ways in which a program may hang, in what is known of its LTS. What is found in a part of it is there
/// in all of it.
class Hangs {
 public:
  /// @param lts must outlive this
  explicit Hangs(const Lts& lts);

  const Components& components() const { return components_; }
  /// The first state in which no thread is enabled and some thread has not finished.
  std::optional<StateId> deadlock() const { return deadlock_; }
  /// Some state cannot reach the end, whatever the schedule. States without edges yet are taken to reach it.
  bool stuck() const;
  bool reachesEnd(StateId s) const { return reachesEnd_[components_.of(s)]; }
  /// Agents that run on edges inside a component.
  AgentMask running(std::uint32_t component) const { return running_[component]; }
  /// The component in which the program may stay for ever, met first; if any.
  std::optional<std::uint32_t> loopUnder(const FairSets& fair) const;
  /// The threads that are enabled somewhere in a component.
  AgentMask enabledIn(std::uint32_t component) const;

 private:
  void lookAt(std::uint32_t component);

  const Lts* lts_;
  Components components_;
  std::vector<AgentMask> running_;
  std::vector<bool> reachesEnd_;       ///< by component
  std::vector<std::uint32_t> cyclic_;  ///< components with an edge inside, by first state
  std::optional<StateId> deadlock_;
};

}  // namespace hrfcheck::inline termination
