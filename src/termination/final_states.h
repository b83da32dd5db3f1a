#pragma once

#include "termination/lts.h"
#include "termination/quotient.h"

namespace hrfcheck::inline termination {

/// Fills in finalVariables, finalStates and, for an LTS that is complete, conditionHolds: over the states in
/// which all threads have finished and the filter holds.
void findFinalStates(const Lts& lts, ProgressResult& result);
void findFinalStates(const Quotient& quotient, ProgressResult& result);

}  // namespace hrfcheck::inline termination
