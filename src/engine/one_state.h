#pragma once

#include "engine/engine.h"

namespace hrfcheck::inline engine {

/// The first final state that is found answers: only the condition is asked, and it is the same in all of
/// them. What does not complete is of interest only where there is no final state.
inline bool oneStateSettles(const Program& program, const AnalysisOptions& options) {
  return options.outcomes == OutcomeSearch::Condition && !options.flags && !options.eachSatisfying &&
         constantTruth(*program.condition);
}

}  // namespace hrfcheck::inline engine
