#pragma once

#include <vector>

#include "program/structure/event_structure.h"

namespace hrfcheck::inline program {

/// A read or write that happens in every execution, also in those that do not complete, and always at this
/// location.
struct CertainAccess {
  EventId event = kNoEvent;
  LocationId location = kNoLocation;
};

/// Those of a thread that are found where its code begins, before anything that may branch, block, fault, or
/// be left out; in program order. Writes of compare-and-swaps are not among them.
std::vector<CertainAccess> certainAccesses(const EventStructure& structure, ThreadId thread);

}  // namespace hrfcheck::inline program
