#pragma once

#include "program/agents/agent.h"

namespace hrfcheck::inline program {

/// A wavefront as GPUs before Volta run it: its lanes execute one instruction at a time together, and lanes
/// that part at a branch come together again at its immediate post-dominator.
///
/// AgentState::control is a stack of entries (where to reconverge, instruction, lanes), of which the last one
/// executes. A branch that divides its lanes makes the entry wait at the reconvergence point and pushes one
/// entry for each side that is not there already; which of two goes first is an action (Diverge). Entries
/// without lanes, and those that have come to where they reconverge, are dropped. A lane that is masked off
/// stands where it will go on.
///
/// An access to memory is an action of each active lane by itself, in any order; the wavefront goes on when
/// all have done it, and so do the lanes whose predicate does not hold: until then their registers count as
/// those of lanes before it. A vote is nothing that others see; a barrier is one action of the active lanes.
class WavefrontAgent : public Agent {
 public:
  /// @param program must outlive the agent
  /// @param lanes ascending; their code has the same control flow (haveSameControlFlow)
  /// @throws UserError where an `ssy` is wrong: the next branch reconverges elsewhere
  WavefrontAgent(const Program& program, std::vector<ThreadId> lanes);

  AgentState start() const override;
  std::vector<Action> next(AgentState& state) const override;
  void complete(AgentState& state, const Action& action, const Seen& seen) const override;
  LaneMask active(const AgentState& state) const override;
  LaneMask live(const AgentState& state) const override;
  bool executesLike(const Agent& other) const override;

 private:
  struct Entry;
  class Stack;
  std::optional<std::vector<Action>> step(AgentState& state, Stack& stack) const;
  std::optional<std::vector<Action>> together(AgentState& state, Stack& stack,
                                              const std::vector<Action>& actions) const;
  void divide(const AgentState& state, Stack& stack) const;
  void vote(AgentState& state, const std::vector<Action>& ballots) const;
  void checkReconvergence() const;
  const std::vector<Instruction>& code() const { return code_->instructions; }

  const Program* program_;
  const Thread* code_;  ///< of the first lane
  std::vector<CodeRunner> runners_;
  std::vector<std::uint32_t> reconvergence_;  ///< by instruction
};

}  // namespace hrfcheck::inline program
