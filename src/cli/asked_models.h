#pragma once

#include <vector>

#include "check/models/model_choice.h"
#include "cli/output/exit_status.h"
#include "report/rows/tally.h"

namespace hrfcheck::inline cli {

// A model that was named and that has no answer to give: exit status 2, whichever command was asked.

/// A whole corpus may be of several dialects: that a model was named and answered no test of it is told.
ExitStatus tellModelsWithoutTests(const ModelChoice& models, const Tally& tally);

/// For --fail-on racy. @throws UserError for models that were named and define no race
void refuseModelsWithoutRaces(ModelChoice& models);

}  // namespace hrfcheck::inline cli
