#pragma once

#include "engine/smt/encode/candidate_formula.h"

namespace hrfcheck::inline engine::smt {

/// A condition on the final state as a literal; meaningful where all threads complete.
Lit conditionLiteral(Formula& formula, const CandidateFormula& candidate, const Condition& condition);

}  // namespace hrfcheck::inline engine::smt
