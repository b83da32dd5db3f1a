#pragma once

#include <vector>

#include "program/structure/event_structure.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline execution {

/// Reads of spin loops that acquire nothing which the same instruction does not acquire when it runs again,
/// under models that say of themselves that updates hand on (docs/cat.md): their location
///
/// * is written once, or
/// * is written by read-modify-writes alone, all of which acquire and release, or
/// * is a lock, taken by compare-and-swaps that acquire, given back by stores that release, each by a thread
///   that holds it in every execution of the test.
///
/// The .cpp says why.
class SubsumedAcquires {
 public:
  /// @param structure must outlive this
  /// @throws OutOfTime when the deadline expires first
  SubsumedAcquires(const EventStructure& structure, const Deadline& deadline);

  /// Whether the event is such a read, and every round of the loop begins with the same one.
  /// @param loop the spin loop around the event
  bool contains(EventId read, const Loop& loop) const;

 private:
  bool handsOn(LocationId location, const Deadline& deadline) const;

  const EventStructure& structure_;
  std::vector<bool> handOn_;  ///< by location
};

}  // namespace hrfcheck::inline execution
