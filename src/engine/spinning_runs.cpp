#include "engine/spinning_runs.h"

#include <algorithm>

namespace hrfcheck::inline engine {
namespace {

bool raisesFlags(const Model& model) {
  return std::ranges::any_of(model.checks, [](const Check& c) { return c.role != CheckRole::Require; });
}

/// A thread that waits at a barrier for one that spins is not an incident (found_flags.h).
bool mayShowIncident(const EventStructure& structure) {
  return std::ranges::any_of(structure.threads(), &UnrolledThread::mayReachBound) ||
         Reach(structure, SpinningRuns::Included).mayFault();
}

}  // namespace

bool wantsFlagsOfIncomplete(const Program& program, const AnalysisOptions& options) {
  return options.flags && program.countsIncomplete();
}

SpinningRuns spinningRunsFor(const EventStructure& structure, const Model& model,
                             const AnalysisOptions& options) {
  const bool flags = wantsFlagsOfIncomplete(structure.program(), options) && raisesFlags(model);
  return structure.hasSpinLoops() && (flags || mayShowIncident(structure)) ? SpinningRuns::Included
                                                                           : SpinningRuns::LeftOut;
}

}  // namespace hrfcheck::inline engine
