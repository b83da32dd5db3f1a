#pragma once

#include "cat/model/model.h"

namespace hrfcheck::cat {

/// Adds a warning for each flag whose name is nearly one that reports look for (kRaceFlag and its like): what
/// it marks would be listed, but not taken for a race.
void warnOfNearFlagNames(Model& model);

}  // namespace hrfcheck::cat
