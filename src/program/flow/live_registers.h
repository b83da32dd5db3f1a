#pragma once

#include <set>
#include <vector>

#include "program/ir/program.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline program {

/// Which registers of a thread can still matter to what it does, by instruction.
class LiveRegisters {
 public:
  /// @param atEnd registers that are observed when the thread has finished
  /// @throws OutOfTime when the deadline has expired
  LiveRegisters(const Thread& thread, const std::set<RegisterId>& atEnd, const Deadline& deadline = {});

  /// Before an instruction; before the end, for the number of instructions.
  bool live(std::uint32_t instruction, RegisterId reg) const { return live_[instruction][reg]; }
  /// Sets those to 0 that are not live before an instruction.
  void forgetDead(std::uint32_t instruction, std::vector<Value>& registers) const;

 private:
  std::vector<std::vector<bool>> live_;
};

}  // namespace hrfcheck::inline program
