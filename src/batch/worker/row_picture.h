#pragma once

#include <string>

#include "check/check.h"

namespace hrfcheck {

/// The execution that tells most about a verdict, as DOT: of its first race, or an outcome that satisfies the
/// condition, or any outcome, or an execution that does not end. Empty when there is none.
/// @pre races are explained
std::string rowPicture(const Verdict& verdict);

}  // namespace hrfcheck
