#pragma once

#include <memory>
#include <utility>

#include "check/prepare/prepared_test_maker.h"

namespace hrfcheck {

/// A test for an engine, made of any structure: whether that is enough for the model is not asked.
/// @param model must live as long
inline PreparedTest given(std::shared_ptr<const EventStructure> structure, const Model& model) {
  return PreparedTestMaker::make(std::move(structure), model);
}

}  // namespace hrfcheck
