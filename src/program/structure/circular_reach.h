#pragma once

#include "program/structure/event_structure.h"

namespace hrfcheck::inline program {

/// What depends on reads that may justify each other (justification_cycles.h), at most.
struct CircularReach {
  bool condition = false;  ///< a final value that the condition or the filter asks about
  /// An access to a location that another thread accesses, too, where one writes and the two are not atomics
  /// of one scope instance.
  bool conflict = false;
  bool finalState = false;  ///< a final value that final states list (Program::observed)
};

CircularReach circularReach(const EventStructure& structure);

}  // namespace hrfcheck::inline program
