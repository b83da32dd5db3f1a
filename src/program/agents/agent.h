#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "program/agents/code_runner.h"

namespace hrfcheck::inline program {

/// Agents of a program, numbered from 0 by their first lane.
using AgentId = std::uint32_t;

/// An agent between two actions: a value, equal to another just when the agent does the same from there on.
struct AgentState {
  std::vector<LocalState> lanes;  ///< by lane
  /// What the agent knows beside its lanes (which of them are active, where they meet again); empty for a
  /// thread.
  std::vector<std::uint32_t> control;

  friend auto operator<=>(const AgentState&, const AgentState&) = default;
};

/// What a scheduler lets run: a thread, or several threads (lanes) that are executed together. The scheduler
/// chooses an agent; the agent then takes one of the actions that it offers. It holds nothing that changes,
/// so one serves any number of states.
class Agent {
 public:
  /// @param lanes threads of the program, ascending, at least one
  explicit Agent(std::vector<ThreadId> lanes);
  virtual ~Agent() = default;

  const std::vector<ThreadId>& lanes() const { return lanes_; }

  virtual AgentState start() const = 0;
  /// Executes what nobody else can see (registers, branches, predicates that do not hold) up to the next
  /// action.
  /// @return the actions that the agent chooses from: at least one; End, Fault and Diverges stand alone
  virtual std::vector<Action> next(AgentState& state) const = 0;
  /// Goes past one of the actions that `next` returned.
  virtual void complete(AgentState& state, const Action& action, const Seen& seen) const = 0;
  /// The lanes that execute what comes next; of an agent that chooses a side of a branch, those that part
  /// there.
  virtual LaneMask active(const AgentState& state) const = 0;
  /// The lanes that have not ended.
  virtual LaneMask live(const AgentState& state) const = 0;
  /// Whether another agent goes through the same states by the same actions, lane by lane.
  virtual bool executesLike(const Agent& other) const = 0;

 protected:
  Agent(const Agent&) = default;
  Agent& operator=(const Agent&) = default;

 private:
  std::vector<ThreadId> lanes_;
};

}  // namespace hrfcheck::inline program
