#pragma once

#include "batch/price/figures.h"

namespace hrfcheck::inline batch {

/// Hower et al. 2013, Fig. 1 and 4: the time of a stencil by the width of its ghost zone, with barriers of
/// groups between the steps or with global ones. The paper has no numbers.
/// @throws UserError as runTimed
PriceTable ghostZoneFigure(const PriceOptions& options);

}  // namespace hrfcheck::inline batch
