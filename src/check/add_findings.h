#pragma once

#include "engine/engine.h"

namespace hrfcheck::inline check {

/// Adds to an analysis the outcomes, flags and incidents of an earlier one of the same test under the same
/// model that it has not got itself. What a search that was cut short has found stands.
void addFindings(Analysis& analysis, Analysis earlier);

}  // namespace hrfcheck::inline check
