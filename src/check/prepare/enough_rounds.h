#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "engine/prepared_test.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline check {

/// A structure of a test, and why its iterations are enough.
struct EnoughRounds {
  std::shared_ptr<const EventStructure> structure;
  std::vector<Reason> reasons;
  std::vector<BoundedLoop> bounded;
};

/// The structure of a test with loops read in one way.
using StructureWith = std::function<std::shared_ptr<const EventStructure>(LoopReading)>;

/// The structure with as few iterations of spin loops as show everything under the model.
/// @throws what `made` throws
/// @throws OutOfTime when the deadline expires first
EnoughRounds enoughRounds(const Model& model, const StructureWith& made, const Deadline& deadline);

}  // namespace hrfcheck::inline check
