#pragma once

#include <functional>
#include <optional>

#include "program/condition/condition.h"

namespace hrfcheck::inline program {

/// Whether `condition` holds, as far as that follows from the variables that have a value.
std::optional<bool> holdsAlready(const Condition& condition,
                                 const std::function<std::optional<Value>(const StateVariable&)>& read);

/// Whether a condition says the same when its variables are renamed, up to the order of operands. A false
/// "no" is possible.
bool keptBy(const Condition& condition, const std::function<StateVariable(const StateVariable&)>& renaming);

}  // namespace hrfcheck::inline program
