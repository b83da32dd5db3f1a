#pragma once

#include "program/ir/condition.h"

namespace hrfcheck::inline program {

/// Whether a content that equals no number makes the condition false (`wantsFalse`: of `forall`), or true,
/// wherever it speaks of the variable: then the numbers that it may be show no more.
bool settledByUnknown(const Condition& condition, bool wantsFalse, const StateVariable& variable);

}  // namespace hrfcheck::inline program
