#pragma once

#include <set>

#include "program/structure/event_structure.h"

namespace hrfcheck::inline program {

/// What depends on the first contents of locations of which nothing says what they hold
/// (MemoryLocation::open).
struct UndefTaint {
  std::set<LocationId> accessed;  ///< such locations, that some instruction may access
  bool control = false;           ///< which instructions are executed, or which memory they access
  std::set<LocationId> contents;  ///< what these locations may hold later on, the open ones among them
};

/// Follows values through the unrolled code: what is computed from a value that depends on open contents
/// does, too. Nothing else about executions does then, so that one content stands for all.
/// @throws OutOfTime when the deadline expires first
UndefTaint undefTaint(const EventStructure& structure, const Deadline& deadline = {});

/// Locations that may hold what nothing says (further_operators.h), or what is computed of it.
/// @throws OutOfTime when the deadline expires first
std::set<LocationId> mayHoldUnknown(const EventStructure& structure, const Deadline& deadline = {});

}  // namespace hrfcheck::inline program
