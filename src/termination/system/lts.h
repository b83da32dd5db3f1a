#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "program/agents/agents.h"
#include "relation/adjacency.h"
#include "termination/system/state_text.h"
#include "termination/termination.h"
#include "util/activity.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline termination {

/// Agents of a program as bits.
using AgentMask = std::uint64_t;

constexpr AgentMask bitOf(AgentId a) {
  return AgentMask{1} << a;
}
inline constexpr std::size_t kMostAgents = 64;

using StateId = std::uint32_t;

class Interleaving;

/// What an agent does in a state, and where that leads.
struct LtsEdge {
  AgentId agent = 0;
  std::uint32_t choice = 0;  ///< which of the actions that the agent offers
  StateId to = 0;

  friend auto operator<=>(const LtsEdge&, const LtsEdge&) = default;
};

/// The labelled transition system of a program under interleaving (Sorensen et al., CONCUR 2018,
/// section 2.2), breadth first from state 0. An edge is one access to memory or one arrival at a barrier,
/// together with all that its agent then does by itself. A state is memory, every agent's place and live
/// registers, who waits at a barrier, and who has executed.
class Lts {
 public:
  struct Options {
    std::size_t mostStates = 4'000'000;
    bool whoHasExecuted = true;                      ///< part of the state
    std::shared_ptr<const Agents> agents = nullptr;  ///< what runs; null: every thread an agent by itself
    SimtRules rules = {};
    Deadline deadline;
    Activity* activity = nullptr;  ///< told how many states there are, if there is one
  };
  /// @throws OutOfTime when the deadline expires before there is a first state
  Lts(std::shared_ptr<const Program> program, const Options& options);

  std::size_t states() const;
  std::size_t edges() const;
  /// Empty when all of it is there; else "state limit", "time limit", "out-of-bounds access at P1:3".
  const std::string& incomplete() const;
  bool faulty() const;  ///< incomplete for a mistake of the test, not for a limit

  AgentMask enabled(StateId s) const;   ///< can run: not finished, not waiting
  AgentMask executed(StateId s) const;  ///< have run at least one action
  AgentMask finished(StateId s) const;
  bool ended(StateId s) const;                      ///< all agents have finished
  std::vector<LtsEdge> edgesFrom(StateId s) const;  ///< by agent and choice
  StateId parent(StateId s) const;                  ///< on a shortest way from state 0
  /// A state without who has executed, and the agents that have, by their first lanes.
  StateText textOf(StateId s) const;
  std::vector<ThreadId> ran(StateId s) const;
  /// "m=1; P0 @2 r0=0; P1 @1 waits; ran P0 P1": memory, by thread the next action with what is live there
  /// ("done" at the end, "for ever" where it goes round without one), and who has executed. For pictures.
  std::string describe(StateId s) const;
  /// The values of ProgressResult::finalVariables.
  std::vector<Value> finalState(StateId s) const;

  const Program& program() const;
  const Agents& agents() const;
  const std::vector<StateVariable>& finalVariables() const;
  Adjacency adjacency() const;     ///< valid as long as this Lts; in the order of edgesFrom
  bool expanded(StateId s) const;  ///< its edges are there; all are, where nothing is incomplete
  /// Whose the edges of a state are, in the order of edgesFrom.
  std::span<const std::uint8_t> actors(StateId s) const;
  /// What happens on an edge of a state.
  ScheduleStep step(StateId s, const LtsEdge& edge) const;
  /// The state without who has executed, and what those are states of.
  StateId base(StateId s) const;
  const Interleaving& interleaving() const;
  /// What was noticed, each with a shortest schedule.
  std::vector<Finding> findings() const;
  /// Without who has executed.
  std::size_t baseStates() const;
  std::size_t baseEdges() const;

 private:
  class Explored;
  std::shared_ptr<const Explored> explored_;  ///< a copy is cheap
};

}  // namespace hrfcheck::inline termination
