#pragma once

#include "cat/model/model.h"
#include "program/structure/event_structure.h"

namespace hrfcheck::inline advise {

/// Whether a model treats parts of a test that share no location, no barrier and no thread as it treats
/// the whole: the consistent executions of the whole are all combinations of consistent executions of the
/// parts, and one is racy (or undefined otherwise) where one of its parts is. True only where the shape of
/// the model's definitions shows it.
/// @param structure of the test, with every fence that it may have; scopes, orders and which fences there are
///   may differ from what it says
bool isSeparable(const Model& model, const EventStructure& structure,
                 const std::vector<std::size_t>& partOfThread);

}  // namespace hrfcheck::inline advise
