#pragma once

#include "engine/engine.h"
#include "program/structure/reach.h"

namespace hrfcheck::inline engine {

/// Whether flags of executions that do not complete are wanted (Program::countsIncomplete).
bool wantsFlagsOfIncomplete(const Program& program, const AnalysisOptions& options);

/// Executions in which a thread spins for ever have no outcome. They are worth looking at for the flags that
/// they raise, and for the incidents of other threads; omitted where there can be neither.
SpinningRuns spinningRunsFor(const EventStructure& structure, const Model& model,
                             const AnalysisOptions& options);

}  // namespace hrfcheck::inline engine
