#pragma once

#include "batch/price/figures.h"

namespace hrfcheck::inline batch {

/// Li et al. 2015, section 6 and Table 3: the time of the Needleman-Wunsch alignment by the size of the grid,
/// with atomic locks, with barriers by diagonal, and with lock bits.
/// @throws UserError as runTimed; InternalError where a grid comes out wrong
PriceTable needlemanWunschFigure(const PriceOptions& options);

}  // namespace hrfcheck::inline batch
