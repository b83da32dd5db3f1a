#pragma once

#include "synth/synth.h"
#include "synth/synth_results.h"

namespace hrfcheck::inline synth {

/// Loads the models that are asked for, and chooses what the user left open.
/// @throws UserError where they cannot be asked, or the bounds have no operation
SynthQuestion questionOf(const SynthOptions& options, const ModelLibrary& library);

/// What a results file depends on.
/// @param models those of the options, in their order
SynthHeader headerOf(const SynthOptions& options, const SynthQuestion& question,
                     const std::vector<LoadedModel>& models);

}  // namespace hrfcheck::inline synth
