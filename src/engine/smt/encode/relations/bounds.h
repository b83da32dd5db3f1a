#pragma once

#include <vector>

#include "engine/smt/encode/relations/terms.h"

namespace hrfcheck::inline engine::smt {

/// Computes what a term may and must relate from its operands' bounds.
/// @param keepMust leave `must` as it is
void computeBounds(const CandidateFormula& candidate, std::vector<Term>& terms, TermId id,
                   bool keepMust = false);

/// r;s on pairs that are related whenever both their events happen: the event in between must be known to
/// happen, too.
Relation certainSequence(const CandidateFormula& candidate, const Relation& r, const Relation& s);

/// The edges of a relation without the certain ones that follow from certain others, for closures and cycle
/// tests.
Relation withoutShortcuts(const CandidateFormula& candidate, const Relation& may, const Relation& must);

}  // namespace hrfcheck::inline engine::smt
