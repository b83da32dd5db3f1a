#pragma once

#include <map>
#include <vector>

#include "simt/reference.h"
#include "simt/reference_state.h"

namespace hrfcheck::test {

/// What one wave does in a state, and what may come of it.
struct SimtStep {
  std::size_t wave;
  SimtState after;
};

/// The rules by which waves and their lanes go on. A step is one access of a lane (or, collectively, of all
/// lanes), or one arrival at a barrier, and all that follows without another.
class SimtRules {
 public:
  SimtRules(const Program& program, const ReferenceOptions& options);

  /// The states before the first step: several where the order of the sides of a branch is open.
  std::vector<SimtState> starts();
  std::vector<SimtStep> steps(const SimtState& state);
  /// Whether a wave can take a step.
  bool enabled(const SimtState& state, std::size_t wave) const;
  bool ended(const SimtState& state) const;

  const std::vector<std::vector<ThreadId>>& waves() const { return lanesOf_; }
  const std::set<ReferenceWarning>& warnings() const { return warnings_; }
  const Instruction& instructionAt(const WaveState& wave) const;
  /// Lanes of the top whose guard holds.
  Lanes guarded(const SimtState& state, const WaveState& wave) const;
  LocationId locationOf(const SimtState& state, ThreadId lane, const ExprPtr& address) const;
  LockBit bitOf(ThreadId lane, LocationId word) const;

 private:
  Value valueOf(const SimtState& state, ThreadId lane, const ExprPtr& expr) const;
  std::vector<SimtState> settled(SimtState state);
  std::vector<SimtState> alone(const SimtState& state, std::size_t wave);
  std::vector<SimtState> branched(const SimtState& state, std::size_t wave, std::size_t target,
                                  const Lanes& taken);
  void goOn(SimtState& state, std::size_t wave) const;
  void pop(WaveState& wave) const;
  void leave(SimtState& state, std::size_t wave, const Lanes& lanes) const;
  void vote(SimtState& state, std::size_t wave) const;
  bool joinVote(SimtState& state) const;
  void countVotes(SimtState& state, const std::vector<std::size_t>& waves) const;
  bool openBarrier(SimtState& state) const;
  bool mayPass(const SimtState& state, std::size_t wave) const;

  void access(SimtState& state, ThreadId lane, const Instruction& instruction);
  void rmw(SimtState& state, ThreadId lane, const RmwOperation& o);
  void lockLoad(SimtState& state, ThreadId lane, const LockLoadOp& o);
  void unlockStore(SimtState& state, ThreadId lane, const UnlockStoreOp& o);
  void arrive(SimtState& state, std::size_t wave);
  ThreadId owner(ThreadId lane) const;
  void enter(SimtState& state, ThreadId lane, LocationId word, const Instruction& instruction);
  bool isUsed(ThreadId lane, std::size_t after, RegisterId reg) const;
  void warn(const char* kind, ThreadId lane, const Instruction& instruction);

  const Program& program_;
  ReferenceOptions options_;
  std::vector<StateVariable> finalVariables_;
  std::vector<std::vector<ThreadId>> lanesOf_;
  std::set<ReferenceWarning> warnings_;
};

bool isMemoryInstruction(const Operation& operation);

}  // namespace hrfcheck::test
