#pragma once

#include "progress/lts.h"
#include "progress/quotient.h"

namespace hrfcheck::inline progress {

/// Fills in finalVariables, finalStates and, for an LTS that is complete, conditionHolds: over the states in
/// which all threads have finished and the filter holds.
void findFinalStates(const Lts& lts, ProgressResult& result);
void findFinalStates(const Quotient& quotient, ProgressResult& result);

}  // namespace hrfcheck::inline progress
