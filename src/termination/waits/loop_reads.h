#pragma once

#include <vector>

#include "termination/waits/cells.h"
#include "termination/waits/wavefront_code.h"

namespace hrfcheck::inline termination {

/// What a thread in a loop waits for: a cell, and the instruction that reads it (that arrives, of a barrier).
struct Awaited {
  std::uint32_t instruction = 0;
  Cell cell;
};

/// What is read in a loop that a branch or an exit in it may depend on, also by way of registers, predicates
/// and what the loop writes: the words and lock bits that may keep a thread in it. By instruction.
std::vector<Awaited> awaitedIn(const Places& loop, const Program& program, ThreadId lane, const Cells& cells);

}  // namespace hrfcheck::inline termination
