#pragma once

#include "engine/smt/formula/formula.h"
#include "engine/smt/formula/pair_literals.h"

namespace hrfcheck::inline engine::smt {

/// A fresh total order, as far as the pairs of `comparable` need one: for each pair a literal and its
/// negation for the other direction, transitive over every triple whose pairs are all comparable.
/// @param comparable symmetric; the diagonal is ignored
/// @param known pairs of it of which the order is known; transitive, and no pair both ways
PairLiterals freshTotalOrder(Formula& formula, const Relation& comparable, const Relation& known,
                             const char* name);

}  // namespace hrfcheck::inline engine::smt
