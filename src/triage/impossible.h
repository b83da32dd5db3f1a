#pragma once

#include <vector>

#include "triage/answer.h"
#include "triage/candidates.h"

namespace hrfcheck::inline triage {

/// A pair that cannot race, and of which nothing else is known yet.
struct OpenPair {
  const ReportedPair* pair;
  Candidates candidates;
  PairAnswer* answer;  ///< gets the verdict, and what shows it
};

/// Says why pairs cannot race: one thread alone has them, they only read, they never access one location,
/// they never happen in one execution, or what orders them. Where there is no time for that, each is
/// `Ordered` without anything that shows it, or what its accesses alone say.
/// @pre no execution has a race between them, under the model of the test
void explainImpossible(Engine& engine, const PreparedTest& test, const AccessLines& lines,
                       const std::vector<OpenPair>& pairs, const AnalysisOptions& options);

}  // namespace hrfcheck::inline triage
