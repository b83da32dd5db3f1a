#pragma once

#include <memory>

#include "batch/synth/observation.h"
#include "execution/execution.h"

namespace hrfcheck::inline batch {

/// The candidate execution of a shape that ends in an observation with these orders of writes.
/// @param skeleton of a program of the shape (programOf)
Execution executionOf(const SynthShape& shape, const SynthObservation& observation, const SynthCoherence& co,
                      const std::shared_ptr<const Skeleton>& skeleton);

}  // namespace hrfcheck::inline batch
