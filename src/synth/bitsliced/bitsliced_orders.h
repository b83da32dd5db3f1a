#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "synth/bitsliced/bitsliced_value.h"

namespace hrfcheck::inline synth {

/// What `linearisations(set, order, within)` ranges over, in all lanes.
struct BitslicedOrders {
  const BitslicedValue& set;
  const BitslicedValue& order;
  const BitslicedValue* within;  ///< null for a total order of the set
};

/// In some lane, `within` is not symmetric and transitive on the set.
bool withoutClasses(const BitslicedOrders& of);

/// Calls `visit` with relations and the lanes in which each is a linearisation: in each lane, all of them,
/// some repeatedly. Stops when `visit` returns false.
/// @param lanes others do not matter
void forEachBitslicedOrder(
    const BitslicedOrders& of, const Bitslice& lanes,
    const std::function<bool(const BitslicedValue& order, const Bitslice& valid)>& visit);

}  // namespace hrfcheck::inline synth
