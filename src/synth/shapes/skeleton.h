#pragma once

#include <vector>

#include "synth/shapes/observation.h"
#include "synth/shapes/shape.h"

namespace hrfcheck::inline synth {

/// What is left of a test without its annotations and without the places of its threads: its threads with
/// their operations in program order, the write that each read reads from, and the last write to each
/// location. Of those that differ in the names of threads and locations alone, one: they are equal.
struct SynthSkeleton {
  std::vector<std::uint32_t> sizes;  ///< operations, by thread; each at least 1
  std::vector<SynthStep> steps;      ///< thread by thread
  SynthObservation observation;

  friend auto operator<=>(const SynthSkeleton&, const SynthSkeleton&) = default;
};

SynthSkeleton skeletonOf(const SynthShape& shape, const SynthObservation& observation);

/// Those that are left when an operation is removed, each once. Reads that read from it, and a location that
/// ended with it, may then have any value.
/// @returns none where there is a single operation
std::vector<SynthSkeleton> withoutOneOperation(const SynthSkeleton& skeleton);

}  // namespace hrfcheck::inline synth
