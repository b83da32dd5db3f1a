#pragma once

#include <string>
#include <vector>

#include "cat/model/model.h"
#include "program/ir/program.h"

namespace hrfcheck::inline check {

/// What the `expect` lines of a test state of its answer under a model. What they say of races to every model
/// does not concern one that defines none.
/// @param name by which the model was asked for
std::vector<ModelExpectation> expectedAnswers(const Program& program, const std::string& name,
                                              const Model& model);

}  // namespace hrfcheck::inline check
