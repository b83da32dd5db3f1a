#pragma once

#include <vector>

#include "execution/bounds/local_refutation.h"

namespace hrfcheck::inline execution {

/// Where a read-modify-write may read from under a model. Not thread-safe.
class UpdatePatterns {
 public:
  /// All must outlive it.
  UpdatePatterns(const Model& model, const EventStructure& structure, const Deadline& deadline)
      : patterns_(model, structure), look_(deadline) {}

  /// Whether the model forbids that the read half reads from its own write, or from one of these that is
  /// behind it in coherence order.
  /// @param writes of the location, the initial one aside
  /// @throws OutOfTime when the deadline expires first
  bool readsFromNoneBehind(EventId read, EventId own, const std::vector<EventId>& writes);
  /// Whether the model forbids that it reads from a write before its own one, with another one of these
  /// between them.
  /// @param from may be the initial write
  bool readsFromNoneSkipping(EventId read, EventId own, EventId from, const std::vector<EventId>& writes);
  /// Both, for all of these writes and the initial one: the location has nothing between what the update
  /// reads and what it writes.
  bool isAtomic(EventId read, EventId own, EventId initial, const std::vector<EventId>& writes);

 private:
  bool forbids(const EventPattern& pattern);

  LocalRefutation patterns_;
  PacedLook look_;
};

}  // namespace hrfcheck::inline execution
