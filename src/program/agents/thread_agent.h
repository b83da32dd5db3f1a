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
  void complete(AgentState& state, const Action& action, std::optional<Value> read) const override;
  bool executesLike(const Agent& other) const override;

 private:
  const Thread* thread_;
  CodeRunner runner_;
};

}  // namespace hrfcheck::inline program
