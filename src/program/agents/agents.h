#pragma once

#include <memory>
#include <vector>

#include "program/agents/agent.h"

namespace hrfcheck::inline program {

/// The agents of a program: every thread is a lane of exactly one of them.
class Agents {
 public:
  /// @param agents in any order; they are numbered by their first lanes
  Agents(const Program& program, std::vector<std::shared_ptr<const Agent>> agents);
  /// Every thread an agent by itself.
  static Agents threadsOf(const Program& program, CodeRunner::Fences fences);

  std::size_t size() const { return agents_.size(); }
  const Agent& operator[](AgentId agent) const { return *agents_[agent]; }
  std::shared_ptr<const Agent> shared(AgentId agent) const { return agents_[agent]; }

  AgentId agentOf(ThreadId thread) const { return agentOf_[thread]; }
  /// Which lane of its agent a thread is.
  std::uint32_t laneOf(ThreadId thread) const { return laneOf_[thread]; }
  /// The thread by which an agent is named.
  ThreadId firstLane(AgentId agent) const { return agents_[agent]->lanes().front(); }
  /// The thread that takes an action; of several, the first.
  ThreadId actor(AgentId agent, const Action& action) const { return agents_[agent]->lanes()[action.lane()]; }
  /// The agents that have lanes among these threads, ascending.
  std::vector<AgentId> agentsAmong(const std::vector<ThreadId>& threads) const;

 private:
  std::vector<std::shared_ptr<const Agent>> agents_;
  std::vector<AgentId> agentOf_;       ///< by thread
  std::vector<std::uint32_t> laneOf_;  ///< by thread
};

}  // namespace hrfcheck::inline program
