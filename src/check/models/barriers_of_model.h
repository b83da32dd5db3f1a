#pragma once

#include <string>

#include "cat/model/model.h"
#include "program/ir/program.h"

namespace hrfcheck::inline check {

/// Why the barriers of a program order nothing under a model of another dialect, or empty: then no answer
/// would be one, and --any-dialect does not ask for it.
/// @pre the model is not applicable to the program (scope_of_model.h)
std::string whyBarriersMeanNothing(const Model& model, const Program& program);

/// Whether a reason not to ask is one of these.
bool isAboutBarriers(const std::string& why);

}  // namespace hrfcheck::inline check
