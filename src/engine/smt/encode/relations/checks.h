#pragma once

#include <vector>

#include "engine/smt/encode/relations/relation_encoder.h"

namespace hrfcheck::inline engine::smt {

/// Adds clauses for: `kind` holds of the term, or a literal of `unless` is true.
void requireHolds(RelationEncoder& encoder, CheckKind kind, TermId term, const std::vector<Lit>& unless);
/// A literal that is true only if `kind` fails, and can be true whenever it does.
Lit someFailure(RelationEncoder& encoder, CheckKind kind, TermId term);

/// Adds clauses for: the check (a requirement) holds, for each choice of its classes.
void requireCheck(RelationEncoder& encoder, const Check& check);
/// A literal that is true only if the check (a flag) is raised, and can be true whenever it is.
Lit whenRaised(RelationEncoder& encoder, const Check& check);
/// The terms of a check, one per choice of its classes.
std::vector<TermId> instancesOf(Terms& terms, const Check& check);

}  // namespace hrfcheck::inline engine::smt
