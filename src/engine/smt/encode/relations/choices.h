#pragma once

#include <deque>

#include "engine/smt/encode/relations/relation_encoder.h"

namespace hrfcheck::inline engine::smt {

/// Encodes every choice of the model, in order, and makes it known to the terms. Adds clauses for: each is a
/// linearisation of its set.
/// @param literals gets one relation per choice; must outlive the terms
void encodeChoices(RelationEncoder& encoder, const Model& model, std::deque<PairLiterals>& literals);

}  // namespace hrfcheck::inline engine::smt
