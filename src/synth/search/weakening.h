#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "synth/shapes/observation.h"

// What makes a test weaker by one step: the relaxations of Lustig et al. (ASPLOS 2017) for scoped models.

namespace hrfcheck::inline synth {

/// Whether the first annotation asks for no more than the second: an ordinary access for the least, then by
/// order (rlx; acq, rel; ar; sc), by scope (the narrower for less), and a remote operation for more than the
/// same one that is not.
bool asksNoMore(const StepAnnotation& first, const StepAnnotation& second);

/// By annotation, the numbers of those that are next below it: that ask for less, and between which and it
/// there is none among the others.
std::vector<std::vector<std::uint32_t>> nextBelow(const std::vector<StepAnnotation>& annotations);

/// What a test must end in when some of it is gone: by step and by location, the step that was read from or
/// wrote last, or nothing where that step is gone.
struct PartOfObservation {
  std::vector<std::optional<std::uint32_t>> reads;
  std::vector<std::optional<std::uint32_t>> finals;

  bool admits(const SynthObservation& observation, const SynthShape& shape) const;
};

/// A shape without one of its steps.
struct ShapeWithout {
  SynthShape shape;  ///< threads and locations in the order in which they were, without symmetries
  std::vector<std::uint32_t> steps;      ///< by old step, the new one
  std::vector<std::uint32_t> locations;  ///< by old location, the new one; those that are gone have none
};

/// @param step of a shape with several steps
ShapeWithout without(const SynthShape& shape, std::uint32_t step);
/// What is left of an observation: reads from the step, and a last write by it, may be anything.
PartOfObservation restOf(const SynthObservation& observation, const SynthShape& shape, std::uint32_t step,
                         const ShapeWithout& rest);

/// A shape whose read-modify-write is a load and a store, one after the other; what was read from it is now
/// read from the store.
struct ShapeWithSplit {
  SynthShape shape;
  SynthObservation observation;
};
ShapeWithSplit splitAt(const SynthShape& shape, const SynthObservation& observation, std::uint32_t step);
/// The part of a read-modify-write's annotation that its load or its store has by itself: an acquire half, a
/// release half, or a relaxed one.
StepAnnotation loadHalf(const StepAnnotation& annotation);
StepAnnotation storeHalf(const StepAnnotation& annotation);

}  // namespace hrfcheck::inline synth
