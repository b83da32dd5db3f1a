#pragma once

#include <vector>

#include "engine/smt/encode/candidate_formula.h"
#include "program/symmetry/symmetry.h"

namespace hrfcheck::inline engine::smt {

/// Adds clauses for a literal that, where it is true, leaves representatives only (SymmetryGroup), and all of
/// them. kTrue where no group has leaders.
Lit representativesOnly(Formula& formula, const CandidateFormula& candidate,
                        const std::vector<SymmetryGroup>& groups);

}  // namespace hrfcheck::inline engine::smt
