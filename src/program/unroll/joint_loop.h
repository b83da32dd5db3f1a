#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "program/ir/program.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline program {

/// A loop with barriers whose rounds are one instruction after the other, with one branch that leaves: as one
/// thread has it.
struct JointLoop {
  std::uint32_t head = 0;
  std::uint32_t last = 0;
  std::vector<std::uint32_t> round = {};  ///< its instructions in their order, without jumps
  std::size_t test = 0;                   ///< which of them may leave
  ExprPtr goesOn = nullptr;               ///< where it does not
  std::uint32_t exit = 0;                 ///< where it leaves to
};

/// The loop of a thread that contains barriers; nothing where there are several, or it has another shape.
std::optional<JointLoop> jointLoopOf(const Thread& thread, PacedLook& look);

}  // namespace hrfcheck::inline program
