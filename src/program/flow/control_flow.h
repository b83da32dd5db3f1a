#pragma once

#include <cstdint>
#include <optional>

#include "program/ir/program.h"

namespace hrfcheck::inline program {

/// Where control may go after an instruction, as instructions of the thread; its end is their number. The
/// two are the same for what does not choose.
struct Exits {
  std::uint32_t next;   ///< where a branch is not taken, or the predicate does not hold
  std::uint32_t taken;  ///< where a branch is taken, or the predicate holds
};

Exits exitsOf(const Thread& thread, std::uint32_t instruction);

/// The target of a branch or a jump; nothing for what else there is (an exit, too).
std::optional<std::uint32_t> jumpTarget(const Operation& operation);

/// The instruction that an operation names: where it jumps to, or where it says that a wavefront reconverges.
std::optional<std::uint32_t> labelOf(const Operation& operation);

/// Whether what comes behind an operation depends on its having been executed at all: branches, jumps, exits.
bool transfersControl(const Operation& operation);

}  // namespace hrfcheck::inline program
