#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "program/local_run.h"
#include "program/program.h"
#include "util/deadline.h"

namespace hrfcheck {

/// Threads of a program as bits.
using AgentMask = std::uint64_t;
inline constexpr std::size_t kMostAgents = 64;

using StateId = std::uint32_t;

struct LtsEdge {
  ThreadId thread;
  StateId to;
};

/// The labelled transition system of a program under interleaving (Sorensen et al., CONCUR 2018,
/// section 2.2), breadth first from state 0. An edge is one access to memory or one arrival at a barrier,
/// together with all that its thread then does by itself. A state is memory, every thread's place and live
/// registers, who waits at a barrier, and who has executed.
class Lts {
 public:
  struct Options {
    std::size_t mostStates = 4'000'000;
    bool whoHasExecuted = true;  ///< part of the state
    Deadline deadline;
  };
  Lts(std::shared_ptr<const Program> program, const Options& options);

  std::size_t states() const;
  std::size_t edges() const;
  /// Empty when all of it is there; else "state limit", "time limit", "P1:3 leaves memory".
  const std::string& incomplete() const;

  AgentMask enabled(StateId s) const;   ///< can run: not finished, not waiting
  AgentMask executed(StateId s) const;  ///< have run at least one action
  AgentMask finished(StateId s) const;
  std::vector<LtsEdge> edgesFrom(StateId s) const;  ///< by thread; at most one for each
  StateId parent(StateId s) const;                  ///< on a shortest way from state 0
  /// "m=1; P0 @2 r0=0; P1 @1 waits": for pictures.
  std::string describe(StateId s) const;
  /// The values of ProgressResult::finalVariables.
  std::vector<Value> finalState(StateId s) const;
};

}  // namespace hrfcheck
