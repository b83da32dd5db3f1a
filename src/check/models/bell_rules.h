#pragma once

#include <vector>

#include "cat/model/model.h"
#include "program/ir/program.h"

namespace hrfcheck::inline check {

/// Where a test of LISA does what the bell file of a model does not allow: annotations that an instruction
/// may not have, scopes and regions that are none, scopes that are nested in another way, and scopes that the
/// model asks about and the test does not have. None for a model without a bell file.
std::vector<Diagnostic> bellMistakes(const Model& model, const Program& program);

/// Whether some instruction of a test has annotations that only a bell file explains.
bool hasAnnotations(const Program& program);

}  // namespace hrfcheck::inline check
