#pragma once

#include <vector>

#include "program/ir/program.h"
#include "program/structure/barriers.h"

namespace hrfcheck::inline program {

/// What a model says of two threads that access one location and do nothing else, but meet at a barrier
/// (check/prepare/asked_order.h).
class OrderUnderModel {
 public:
  virtual ~OrderUnderModel() = default;

  /// Whether a barrier orders accesses of a location by any two threads that meet at it.
  /// @param update besides ordinary accesses, one of the two may be this one; null for none
  virtual bool barrierOrders(const Instruction& barrier, const Barrier& meeting,
                             const MemoryLocation& location, const Instruction* update) = 0;
  /// Whether it looks at control dependencies.
  virtual bool looksAtControl() const = 0;
  /// Whether updates of a location in these words by any two of the threads do not race, lose nothing, and
  /// order nothing else that the threads do.
  virtual bool updatesCommute(const Instruction& update, const std::vector<ThreadId>& threads,
                              const MemoryLocation& location) = 0;
};

}  // namespace hrfcheck::inline program
