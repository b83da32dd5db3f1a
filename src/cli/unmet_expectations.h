#pragma once

#include <vector>

#include "check/check.h"
#include "check/model_choice.h"

namespace hrfcheck::inline cli {

/// What the `expect` lines of a test state that a verdict contradicts: an error for each, at its place. What
/// was not asked, or is not known, contradicts nothing.
/// @pre the model of the choice was asked
std::vector<Diagnostic> unmetExpectations(const ChosenModel& choice, const Verdict& verdict);

}  // namespace hrfcheck::inline cli
