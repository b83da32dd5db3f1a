#pragma once

#include "program/ir/condition.h"

namespace hrfcheck::inline program {

/// How many comparisons would have to come out otherwise for a condition to hold, and which: 0 where it
/// holds.
struct ConditionDistance {
  std::size_t wrong = 0;
  /// For each comparison that counts, in the order in which they are written: it comes out wrong.
  std::vector<bool> comparisons;

  friend auto operator<=>(const ConditionDistance&, const ConditionDistance&) = default;
};

/// Of two final states the one with the smaller distance is nearer; of two as near, the one that gets right
/// what is written first.
ConditionDistance distanceFrom(const Condition& condition,
                               const std::function<Value(const StateVariable&)>& read);

}  // namespace hrfcheck::inline program
