#pragma once

#include "batch/price/figures.h"

namespace hrfcheck::inline batch {

/// Li et al. 2015, section 5, Fig. 4, Tables 1 and 2: the time of a chain of sixteen warps, and what it
/// needs, by how they wait for each other.
/// @throws UserError as runTimed; InternalError where the sums come out wrong
PriceTable warpChainFigure(const PriceOptions& options);

}  // namespace hrfcheck::inline batch
