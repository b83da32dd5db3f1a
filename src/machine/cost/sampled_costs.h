#pragma once

#include "machine/cost/cost.h"
#include "machine/cost/counters.h"

namespace hrfcheck::inline machine {

/// Draws report.sample.executions executions, each step with the same probability among those that are
/// possible, and fills in what they cost: all, outcomes, unfinished, sharesKnown, incomplete and the number
/// of executions that were drawn before the deadline.
/// @throws UserError where the code faults
void sampleCosts(Transitions& transitions, const CostCounters& counters, const SimulationOptions& options,
                 CostReport& report);

}  // namespace hrfcheck::inline machine
