#pragma once

#include <memory>

#include "program/agents/agents.h"

namespace hrfcheck::test {

/// Two threads whose accesses come in turns: both lanes take an access each, in either order, before any
/// takes the next. An agent of another kind than a thread: it has two lanes, and a choice.
class PairAgent : public Agent {
 public:
  /// @param program must outlive the agent
  PairAgent(const Program& program, ThreadId first, ThreadId second);

  AgentState start() const override;
  std::vector<Action> next(AgentState& state) const override;
  void complete(AgentState& state, const Action& action, const Seen& seen) const override;
  LaneMask active(const AgentState& state) const override { return live(state); }
  LaneMask live(const AgentState& state) const override;
  bool executesLike(const Agent& other) const override;

 private:
  std::vector<CodeRunner> runners_;  ///< by lane
};

/// Threads 0 and 1 as a pair, 2 and 3, and so on; an odd one is an agent by itself.
std::shared_ptr<const Agents> pairsOf(const Program& program);

}  // namespace hrfcheck::test
