#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "frontend/shared/text/cursor.h"
#include "program/condition/model_expectation.h"

namespace hrfcheck::frontend {

/// Reads what follows `expect`, `rsp, hrf-direct: race-free, Never, 3 states`, and adds each statement for
/// each model to `expects`. What is stated twice of a model is a mistake.
void parseExpect(TokenCursor& in, std::vector<ModelExpectation>& expects);

/// The names of models in the `expect` lines of a text that nobody has parsed yet, so that they can be loaded
/// before; what looks like such a line in a comment counts as well.
std::vector<std::string> modelsOfExpectLines(std::string_view text);

}  // namespace hrfcheck::frontend
