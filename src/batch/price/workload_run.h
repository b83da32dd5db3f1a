#pragma once

#include "batch/price/figures.h"

namespace hrfcheck::inline batch {

/// Runs a workload on a machine to its end, with the table, the seed and the limits of a figure.
/// @throws OutOfTime where the time limit ends it
/// @throws UserError where it does not end for another reason, as with rules that deadlock
TimedReport completedRun(TimedCode& workload, const PriceOptions& options, const SimulationOptions& machine);

}  // namespace hrfcheck::inline batch
