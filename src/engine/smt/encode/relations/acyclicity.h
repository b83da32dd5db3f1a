#pragma once

#include <vector>

#include "engine/smt/encode/relations/relation_encoder.h"

namespace hrfcheck::inline engine::smt {

/// Adds clauses for: the term has no cycle, or a literal of `unless` is true.
void requireAcyclic(RelationEncoder& encoder, TermId term, const std::vector<Lit>& unless);
/// A literal that is true only if the term has a cycle, and can be true whenever it has.
Lit someCycle(RelationEncoder& encoder, TermId term);

}  // namespace hrfcheck::inline engine::smt
