#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "program/ir/program.h"
#include "synth/shapes/observation.h"
#include "synth/shapes/shape.h"

namespace hrfcheck::inline synth {

/// The value that a step writes: the writes to a location store 1, 2, ... in the order of the steps.
Value valueOf(const SynthShape& shape, std::uint32_t step);

/// A shape with an annotation for each step, as engines take it: an HSA test that observes every register and
/// location. Events of its structure are in the order of the steps, the read of a read-modify-write first.
/// Its instructions have no text.
std::shared_ptr<Program> programOf(const SynthShape& shape, const std::vector<StepAnnotation>& annotations);

/// A part of an observation, which the executions of a test are assumed to have.
struct SynthFilter {
  std::vector<bool> reads;  ///< by step: whether its read returns what it returns in the observation
  bool finals = false;      ///< whether the locations end as in the observation

  static SynthFilter whole(const SynthShape& shape);
};

/// A part of an observation as a condition of a program of the shape, in any dialect: what the registers
/// hold, and the locations that are written.
ConditionPtr conditionOf(const SynthShape& shape, const SynthObservation& observation,
                         const SynthFilter& part);

/// The values that a program of a shape ends with in an observation, in the order in which it observes them.
std::vector<Value> valuesIn(const SynthShape& shape, const SynthObservation& observation,
                            const Program& program);

/// The same as an HSA litmus test, which asks whether the observation exists.
/// @param filter nothing: all executions of the program count
/// @param comments a line each
std::string litmusOf(const SynthShape& shape, const std::vector<StepAnnotation>& annotations,
                     const SynthObservation& observation, const std::optional<SynthFilter>& filter,
                     const std::string& name, const std::vector<std::string>& comments);

/// "mp+rel.wg+acq.cmp": the shape of a known name, or one made of the steps ("Wx.Rx|Wx"), and the annotations
/// of the atomic steps in order.
std::string nameOf(const SynthShape& shape, const std::vector<StepAnnotation>& annotations);

}  // namespace hrfcheck::inline synth
