#pragma once

#include "program/skeleton/skeleton.h"

namespace hrfcheck::inline program {

/// The instruction that an event is of.
/// @param e no initial write
inline const Instruction& instructionOf(const Skeleton& skeleton, EventId e) {
  const Event& event = skeleton.events()[e];
  return skeleton.program().threads[event.thread].instructions[event.instruction];
}

}  // namespace hrfcheck::inline program
