#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "program/ir/program.h"

namespace hrfcheck::test {

/// How threads of a wave are executed: each by itself, each by itself but for votes, or in lockstep with a
/// stack of reconvergence points.
enum class LaneModel { None, Its, Stack };

/// How a program is executed by the reference.
struct ReferenceOptions {
  LaneModel lanes = LaneModel::Stack;
  bool collective = false;        ///< the lanes of a memory instruction act in one step, in every order
  bool wavesOwn = false;          ///< locks belong to waves, not to lanes
  bool strictBarriers = false;    ///< those who have ended are waited for
  std::uint64_t lockBits = 1024;  ///< of each work-group, a power of two; 0: one for each word
  std::size_t mostStates = 20'000;
};

/// What is raised on the way, and by which instruction: {"free-release", "P1:3"}.
using ReferenceWarning = std::pair<std::string, std::string>;

/// What is known when every state has been seen.
struct ReferenceResult {
  bool complete = false;  ///< false: more states than asked for, and nothing else is known
  std::size_t states = 0;
  std::set<std::vector<Value>> finalStates;  ///< of the program's listed variables and those of its condition
  bool terminates = false;                   ///< if no agent that is enabled for ever is neglected for ever
  bool deadlock = false;                     ///< a state in which nobody can run and somebody has not ended
  bool stuck = false;                        ///< a state from which no end can be reached
  /// A run may go on for ever in which a wave runs, while some of its lanes are masked off throughout.
  bool lanesMaskedOff = false;
  /// The same, where a lane that runs asks for a lock bit that a lane masked off has and could still free.
  bool simdDeadlock = false;
  std::set<ReferenceWarning> warnings;
};

/// The states of a small program with lanes and lock bits, made in the plainest way: a set of explicit values
/// that forgets nothing, and every question answered by its definition over that graph. The rules are those
/// of stacks of reconvergence points and of the lock unit (Li et al., ICS 2015, sections 3.2 and 4.4);
/// nothing is shared with the library but the program and its expressions.
/// @throws std::runtime_error for what it does not know (faults, loops without accesses)
ReferenceResult referenceOf(const Program& program, const ReferenceOptions& options);

/// The variables whose values make a final state, sorted.
std::vector<StateVariable> finalVariablesByName(const Program& program);

}  // namespace hrfcheck::test
