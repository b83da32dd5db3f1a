#pragma once

#include <memory>
#include <string>
#include <vector>

#include "check/prepare/rules.h"
#include "synth/judge/shape_judge.h"

namespace hrfcheck::inline synth {

/// Judges the tests of a shape under models of several dialects: those that take HSA tests as
/// makeShapeJudge does, each other one by the final states of every program in its dialect, which may have
/// other events (OutcomeJudge). Nothing is pruned.
/// @param targets by model, as SynthQuestion::targets
std::unique_ptr<ShapeJudge> makeMixedJudge(const std::vector<std::shared_ptr<const Model>>& models,
                                           const std::vector<std::string>& targets, const SynthBounds& bounds,
                                           Rules rules = Rules::Licensed);

}  // namespace hrfcheck::inline synth
