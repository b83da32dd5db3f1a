#pragma once

#include "program/agents/agent.h"

namespace hrfcheck::inline program {

/// One thread by itself: one lane, one action at a time.
class ThreadAgent : public Agent {
 public:
  /// @param program must outlive the agent
  /// @param fences whether a fence is an action
  ThreadAgent(const Program& program, ThreadId thread, CodeRunner::Fences fences);

  AgentState start() const override;
  std::vector<Action> next(AgentState& state) const override;
  void complete(AgentState& state, const Action& action, const Seen& seen) const override;
  LaneMask active(const AgentState& state) const override { return live(state); }
  LaneMask live(const AgentState& state) const override;
  bool executesLike(const Agent& other) const override;

 private:
  const Thread* thread_;
  CodeRunner runner_;
};

}  // namespace hrfcheck::inline program
