#pragma once

#include <optional>
#include <vector>

#include "machine/transitions.h"

namespace hrfcheck::inline machine {

/// The machine that the options describe, with a program in it.
/// @param program must outlive it
/// @throws UserError as Simulator
Transitions transitionsOf(const Program& program, const SimulationOptions& options);

/// Where executions end: all threads have ended and, if final memory is looked at, every line is clean.
class FinalStates {
 public:
  /// @param transitions must outlive it
  FinalStates(const Transitions& transitions, const SimulationOptions& options);

  bool is(const MachineState& state) const {
    return transitions_->ended(state) && (!drain_ || transitions_->allClean(state));
  }
  /// The values of Program::observed in a final state; nothing where the program's filter leaves it out.
  std::optional<std::vector<Value>> outcome(const MachineState& state) const;

 private:
  const Transitions* transitions_;
  bool drain_;
};

}  // namespace hrfcheck::inline machine
