#pragma once

#include <memory>

#include "execution/execution.h"
#include "synth/shapes/observation.h"

namespace hrfcheck::inline synth {

/// The candidate execution of a shape that ends in an observation with these orders of writes.
/// @param structure of a program of the shape (programOf)
Execution executionOf(const SynthShape& shape, const SynthObservation& observation, const SynthCoherence& co,
                      const std::shared_ptr<const EventStructure>& structure);

}  // namespace hrfcheck::inline synth
