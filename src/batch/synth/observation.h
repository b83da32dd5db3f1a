#pragma once

#include <cstdint>
#include <vector>

#include "batch/synth/shape.h"

namespace hrfcheck::inline batch {

/// In place of a step: the initial write of the location.
inline constexpr std::uint32_t kInitialStep = ~std::uint32_t{0};

/// The order of the writes to each location, as steps, without the initial ones.
using SynthCoherence = std::vector<std::vector<std::uint32_t>>;

/// What a test may end in: for each step that reads, the step that it reads from, and for each location the
/// step that wrote it last. Since all writes to a location store different values, these are the values of
/// the registers and locations at the end.
struct SynthObservation {
  std::vector<std::uint32_t> reads;   ///< by step; kInitialStep for what does not read, too
  std::vector<std::uint32_t> finals;  ///< by location

  friend auto operator<=>(const SynthObservation&, const SynthObservation&) = default;
};

/// An observation with the coherence orders that end in it: a candidate execution each.
struct ObservedExecutions {
  SynthObservation observation;
  std::vector<SynthCoherence> coherence;
  std::vector<SynthRenaming> symmetries;  ///< of the shape that keep the observation, without the identity
};

/// The observation under other names.
SynthObservation renamed(const SynthObservation& observation, const SynthShape& shape,
                         const SynthRenaming& to);

/// Every observation of a shape, under no model at all, one of each class under the shape's symmetries; in a
/// fixed order. No operation reads from itself.
std::vector<ObservedExecutions> observationsOf(const SynthShape& shape);

}  // namespace hrfcheck::inline batch
