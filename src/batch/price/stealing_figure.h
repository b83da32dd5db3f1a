#pragma once

#include "batch/price/figures.h"

namespace hrfcheck::inline batch {

/// Orr et al. 2015, Fig. 8 and Fig. 10: the scenarios on structures of graphs, and the mean.
/// @throws UserError as runTimed
PriceTable stealingFigure(const PriceOptions& options);

/// Orr et al. 2015, Tables 2 and 3: the scenarios on graphs as large as those of the paper's programs and of
/// their structure, with the steals of Table 3.
/// @throws UserError as runTimed
PriceTable programsFigure(const PriceOptions& options);

}  // namespace hrfcheck::inline batch
