#pragma once

#include <string_view>

#include "cat/model/model.h"

// What the definitions of a model are at least and at most, whatever the annotations of a test.

namespace hrfcheck::inline synth {

/// Whether annotations have a part in a set of events; the others follow from the kinds of operations.
bool isAnnotatedTag(std::string_view tag);
/// Whether annotations have a part in a static relation; the others do not look at them
/// (static_relations.cpp).
bool isAnnotated(std::string_view staticRelation);

/// Requirements that an execution fails only if the model forbids it whatever the annotations: those of the
/// model, over the minimum that their definitions may be (the maximum, where a definition is taken away).
/// What annotations decide, orders that the model chooses and recursive definitions are nothing at least, and
/// everything at most. Requirements that say nothing then, and those behind `forall`, are left out.
/// @returns a model with these requirements and nothing else, whose definitions use neither annotations nor
/// choices
Model withoutAnnotations(const Model& model);

}  // namespace hrfcheck::inline synth
