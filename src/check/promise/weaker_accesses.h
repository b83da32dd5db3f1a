#pragma once

#include <vector>

#include "program/ir/program.h"
#include "program/structure/event_structure.h"

namespace hrfcheck::inline check {

/// An instruction that a promise about programs with sc atomics only does not speak of.
struct WeakerAccess {
  enum class Why { Fence, Barrier, Remote, Order } why;
  InstructionRef where;

  friend bool operator==(const WeakerAccess&, const WeakerAccess&) = default;
};

/// The atomic operations that are weaker than sc or remote, and the fences and barriers beside atomics; none
/// in a program without atomics. Through a barrier, sc accesses of different locations are ordered by
/// happens-before, which the order of the sc accesses need not respect. Without atomics a race-free program
/// has all its conflicting accesses in happens-before, which has no cycle.
std::vector<WeakerAccess> weakerAccesses(const Program& program);

}  // namespace hrfcheck::inline check
