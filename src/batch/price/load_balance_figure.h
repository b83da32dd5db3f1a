#pragma once

#include "batch/price/figures.h"

namespace hrfcheck::inline batch {

/// Orr et al. 2015, Fig. 9: how the times of work-groups are spread, by program and scenario.
/// @throws UserError as runTimed
PriceTable loadBalanceFigure(const PriceOptions& options);

}  // namespace hrfcheck::inline batch
