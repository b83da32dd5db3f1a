#pragma once

#include <algorithm>

#include "engine/engine.h"
#include "execution/bounds/local_refutation.h"

namespace hrfcheck::inline engine {

/// A loop may reach its bound, and no flag can be raised: what is left to find are incidents and outcomes,
/// which the explicit engine looks for apart (explicit_engine.cpp).
/// @throws OutOfTime when the deadline expires first
inline bool onlyCutsLoops(const EventStructure& structure, const Model& model,
                          const AnalysisOptions& options) {
  return std::ranges::any_of(structure.threads(), &UnrolledThread::mayReachBound) &&
         !options.eachSatisfying && !(options.flags && mayRaiseFlags(model, structure, options.deadline));
}

}  // namespace hrfcheck::inline engine
