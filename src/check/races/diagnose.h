#pragma once

#include "check/check.h"
#include "check/explain/race_order.h"

namespace hrfcheck::inline check {

/// Fills `reason`, `release`, `acquire`, `chain`, `steps` and `explanation` of a race from its witness;
/// `firstEvent` and `secondEvent` must be set. Nothing is asked of an engine.
/// @param order of the race's witness
/// @throws OutOfTime as the order does
void diagnose(Race& race, WitnessOrder& order);

}  // namespace hrfcheck::inline check
