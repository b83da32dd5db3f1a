#include "program/agents/agents.h"

#include <algorithm>
#include <limits>
#include <set>

#include "program/agents/thread_agent.h"
#include "util/invariant.h"

namespace hrfcheck::inline program {

Agents::Agents(const Program& program, std::vector<std::shared_ptr<const Agent>> agents)
    : agents_(std::move(agents)), laneOf_(program.threads.size(), 0) {
  constexpr AgentId kNone = std::numeric_limits<AgentId>::max();
  agentOf_.assign(program.threads.size(), kNone);
  std::ranges::sort(agents_, {}, [](const std::shared_ptr<const Agent>& a) { return a->lanes().front(); });
  for (AgentId a = 0; a < agents_.size(); ++a) {
    const std::vector<ThreadId>& lanes = agents_[a]->lanes();
    for (std::uint32_t lane = 0; lane < lanes.size(); ++lane) {
      INVARIANT(agentOf_.at(lanes[lane]) == kNone, "a thread is a lane of one agent");
      agentOf_[lanes[lane]] = a;
      laneOf_[lanes[lane]] = lane;
    }
  }
  INVARIANT(std::ranges::find(agentOf_, kNone) == agentOf_.end(), "every thread is a lane of an agent");
}

Agents Agents::threadsOf(const Program& program, CodeRunner::Fences fences) {
  std::vector<std::shared_ptr<const Agent>> agents;
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    agents.push_back(std::make_shared<ThreadAgent>(program, t, fences));
  }
  return {program, std::move(agents)};
}

std::vector<AgentId> Agents::agentsAmong(const std::vector<ThreadId>& threads) const {
  std::set<AgentId> agents;
  for (const ThreadId t : threads) {
    agents.insert(agentOf_[t]);
  }
  return {agents.begin(), agents.end()};
}

}  // namespace hrfcheck::inline program
