#pragma once

#include <vector>

#include "engine/smt/formula/guarded_values.h"
#include "program/structure/event_structure.h"

namespace hrfcheck::inline engine::smt {

/// Reads that may return any value that their location can hold: a known one (EventStructure::domain), the
/// address of any location and 0 where the location may hold addresses, and any integer of its type where it
/// holds integers.
class FreeReads {
 public:
  /// @param reads by event
  FreeReads(const EventStructure& structure, std::vector<bool> reads);

  bool contains(EventId read) const { return reads_[read]; }
  /// Besides the known ones, sorted.
  const std::vector<Value>& addresses(LocationId location) const {
    return holdsAddresses_[location] ? addresses_ : none_;
  }
  /// The integers; nothing where the location holds addresses alone.
  std::optional<IntegerKind> integers(LocationId location) const;

 private:
  const EventStructure& structure_;
  std::vector<bool> reads_;
  std::vector<bool> holdsAddresses_;  ///< by location
  std::vector<Value> addresses_, none_;
};

/// The value that a free read returns: known values have literals, any other one is open.
/// @param exec where it happens
/// @param locations that it may read
GuardedValues freeValue(Formula& formula, const EventStructure& structure, const FreeReads& free,
                        EventId read, Lit exec, const GuardedValues& locations);

}  // namespace hrfcheck::inline engine::smt
