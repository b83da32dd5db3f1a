#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "program/ir/program.h"
#include "synth/shapes/bounds.h"
#include "synth/shapes/shape.h"

namespace hrfcheck::inline synth {

/// A shape with an annotation for each step in another dialect, as engines take it. It observes what
/// programOf observes, in the same order.
/// @param target one of targetsOfConversion()
/// @returns null where the dialect has no words for an operation of the program
std::shared_ptr<const Program> convertedProgram(const SynthShape& shape,
                                                const std::vector<StepAnnotation>& annotations,
                                                std::string_view target);

}  // namespace hrfcheck::inline synth
