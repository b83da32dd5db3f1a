#pragma once

#include "engine/smt/candidate.h"

namespace hrfcheck::inline engine::smt {

/// A condition on the final state as a literal; meaningful where all threads complete.
Lit conditionLiteral(Formula& formula, const Candidate& candidate, const Condition& condition);

}  // namespace hrfcheck::inline engine::smt
