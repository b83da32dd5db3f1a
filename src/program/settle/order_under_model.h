#pragma once

#include <vector>

#include "program/ir/program.h"
#include "program/structure/barriers.h"

namespace hrfcheck::inline program {

/// Instructions in all the words that the relaxed accesses of a location have, each once.
using RelaxedAccesses = std::vector<const Instruction*>;

/// What a model says of two threads that access one location and do nothing else, but meet at a barrier
/// (check/prepare/asked_order.h).
class OrderUnderModel {
 public:
  virtual ~OrderUnderModel() = default;

  /// Whether a barrier orders accesses of a location by any two threads that meet at it.
  /// @param relaxed what they may be besides ordinary loads and stores (relaxed_accesses.h)
  virtual bool barrierOrders(const Instruction& barrier, const Barrier& meeting,
                             const MemoryLocation& location, const RelaxedAccesses& relaxed) = 0;
  /// Whether it looks at control dependencies.
  virtual bool looksAtControl() const = 0;
  /// Whether updates of a location in these words by any two of the threads do not race and lose nothing.
  virtual bool updatesCommute(const Instruction& update, const std::vector<ThreadId>& threads,
                              const MemoryLocation& location) = 0;
  /// Whether accesses of a location in these words order nothing else that any two of the threads do.
  virtual bool orderNothing(const RelaxedAccesses& relaxed, const std::vector<ThreadId>& threads,
                            const MemoryLocation& location) = 0;
};

}  // namespace hrfcheck::inline program
