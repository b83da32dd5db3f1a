#pragma once

#include <cstdint>
#include <vector>

#include "synth/shapes/shape.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline synth {

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

/// How many candidate executions a shape has.
std::uint64_t candidateExecutions(const SynthShape& shape);
/// How many observations of a shape are the same as this one except for names, itself included.
std::uint64_t sameBut(const ObservedExecutions& observed, const SynthShape& shape);

/// A candidate execution that is made step by step.
class PartialCandidates {
 public:
  virtual ~PartialCandidates() = default;
  /// The orders of the writes are these, and no read has a source yet.
  /// @returns false when no execution with them is wanted
  virtual bool start(const SynthCoherence& co) = 0;
  /// The read of this step has this source, and those of later steps have none yet; the same.
  virtual bool read(std::uint32_t step, std::uint32_t source) = 0;
  /// Whether what was chosen, with all reads, is wanted.
  virtual bool whole() = 0;
  /// Takes back what `read` did.
  virtual void takeBack(std::uint32_t step, std::uint32_t source) = 0;
};

/// The observations of a shape that have executions which are wanted, with these alone; else as
/// observationsOf.
std::vector<ObservedExecutions> observationsAmong(const SynthShape& shape, PartialCandidates& wanted);

/// Executions of a shape that are listed without a model to drop some: more would not fit into memory.
inline constexpr std::uint64_t kMostListedExecutions = 4'000'000;
/// A shape has more executions than these.
struct TooManyExecutions {};

/// Every observation of a shape, under no model at all, one of each class under the shape's symmetries; in a
/// fixed order. No operation reads from itself.
/// @throws OutOfTime when the deadline expires first
/// @throws TooManyExecutions before any is listed
std::vector<ObservedExecutions> observationsOf(const SynthShape& shape, const Deadline& deadline = {});

}  // namespace hrfcheck::inline synth
