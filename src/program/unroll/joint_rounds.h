#pragma once

#include <optional>
#include <vector>

#include "program/unroll/joint_loop.h"

namespace hrfcheck::inline program {

/// How threads go round a loop together, one of which looks at what others do.
struct JointRounds {
  std::vector<ThreadId> threads = {};
  std::vector<JointLoop> loops = {};  ///< by thread
  std::size_t leader = 0;             ///< which of the threads looks
  std::size_t lookBegin = 0;          ///< in its round: where it looks
  std::size_t lookEnd = 0;
  /// Over the leader's registers, where it has looked: whether the round in which the answer is used goes on,
  /// for all threads.
  ExprPtr goesOn = nullptr;
  bool testedBefore =
      false;           ///< the test of a round is before the look: what was seen counts in the next one
  bool twice = false;  ///< the first round is to stay as it is
};

/// The rounds of the loops of the threads of a scope instance; nothing where something is missing for it that
/// they are such a wait (joint_waits.cpp).
std::optional<JointRounds> jointRounds(const Program& program, std::vector<ThreadId> threads,
                                       std::vector<JointLoop> loops);

}  // namespace hrfcheck::inline program
