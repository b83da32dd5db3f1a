#pragma once

#include <optional>
#include <string>

#include "check/explain/race_order.h"
#include "check/races/race_wording.h"

namespace hrfcheck::inline check {

/// Why two accesses race although happens-before (the definition `hb`) orders them, in a dialect in which
/// that is not enough (Vulkan): a private access, another reference, or a value that is not made available
/// and visible. Nothing where happens-before does not order them, or the dialect or the model has nothing of
/// the kind.
std::optional<std::string> visibilityReason(WitnessOrder& order, const RaceWording& say, EventId first,
                                            EventId second);

}  // namespace hrfcheck::inline check
