#pragma once

#include <vector>

#include "program/ir/program.h"

namespace hrfcheck::inline machine {

/// Who meets whom at a barrier.
struct Meeting {
  std::uint32_t number = 0;        ///< the same for all barriers at which these threads meet each other
  std::vector<ThreadId> together;  ///< ascending
  bool waitsForTheEnded = true;    ///< program/flow/ended_threads.h
};

/// The barriers of a program: everyone of the scope instance meets, or everyone of it whose code has the
/// barrier (BarrierOp::amongNamed). Barriers that count, and those that registers name, are none of them.
class Meetings {
 public:
  explicit Meetings(const Program& program);

  /// At the barrier that this instruction is.
  const Meeting& at(ThreadId t, std::uint32_t instruction) const { return meetings_[t][instruction]; }

 private:
  std::vector<std::vector<Meeting>> meetings_;  ///< by thread and instruction
};

}  // namespace hrfcheck::inline machine
