#pragma once

#include <optional>
#include <vector>

#include "program/unroll/unroll.h"
#include "relation/event_set.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline program {

/// By node of a thread: the nodes that are on all ways from the start to it.
class Dominators {
 public:
  /// @throws OutOfTime when the deadline expires first
  Dominators(const UnrolledThread& thread, PacedLook& look);

  /// Whether a node is on all ways to another one.
  bool isBefore(NodeId earlier, NodeId later) const {
    return before_[later] && before_[later]->contains(earlier);
  }

 private:
  std::vector<std::optional<EventSet>> before_;  ///< nothing: no way leads there
};

}  // namespace hrfcheck::inline program
