#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "synth/lanes/lane_value.h"

namespace hrfcheck::inline synth {

/// What `linearisations(set, order, within)` ranges over, in all lanes.
struct LaneOrders {
  const LaneValue& set;
  const LaneValue& order;
  const LaneValue* within;  ///< null for a total order of the set
};

/// In some lane, `within` is not symmetric and transitive on the set.
bool withoutClasses(const LaneOrders& of);

/// Calls `visit` with relations and the lanes in which each is a linearisation: in each lane, all of them,
/// some repeatedly. Stops when `visit` returns false.
/// @param lanes others do not matter
void forEachLaneOrder(const LaneOrders& of, const Lanes& lanes,
                      const std::function<bool(const LaneValue& order, const Lanes& valid)>& visit);

}  // namespace hrfcheck::inline synth
