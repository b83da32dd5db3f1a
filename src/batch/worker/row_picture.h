#pragma once

#include <string>

#include "check/check.h"

namespace hrfcheck::inline batch {

/// The execution that tells most about a verdict (shownExecution), as DOT, with what the model shows and
/// promotes. Empty when there is none.
/// @pre races are explained
std::string rowPicture(const Verdict& verdict, const Model& model);

}  // namespace hrfcheck::inline batch
