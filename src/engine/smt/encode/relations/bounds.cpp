// Bounds before formulas: for every definition the pairs that may and that must be in it, so that only the
// pairs in between cost a literal (Gavrilenko et al., CAV 2019, section 4, "relation analysis").
//
// Bounds speak of pairs whose events both happen. `must` of a composition therefore needs the event in the
// middle to be known to happen, from one end or the other; `may` never holds pairs of exclusive events.

#include "engine/smt/encode/relations/bounds.h"

#include "util/invariant.h"

namespace hrfcheck::inline engine::smt {
namespace {

Relation diagonal(const EventSet& set) {
  return Relation::identity(set);
}

EventSet diagonalOf(const Relation& r) {
  EventSet set(r.size());
  for (EventId e = 0; e < r.size(); ++e) {
    if (r.contains(e, e)) {
      set.insert(e);
    }
  }
  return set;
}

/// The events with a successor (by `must`: one known to happen with them).
EventSet certainDomain(const CandidateFormula& candidate, const Relation& must) {
  EventSet result(must.size());
  for (EventId e = 0; e < must.size(); ++e) {
    if (must.successors(e).intersects(candidate.implied().successors(e))) {
      result.insert(e);
    }
  }
  return result;
}

Relation certainClosure(const CandidateFormula& candidate, Relation r) {
  for (;;) {
    Relation next = r | certainSequence(candidate, r, r);
    if (next == r) {
      return r;
    }
    r = std::move(next);
  }
}

Relation everything(const CandidateFormula& candidate, CatType type) {
  return type == CatType::Set ? diagonal(diagonalOf(candidate.together())) : candidate.together();
}

struct Bounds {
  Relation may, must;
};

Bounds boundsOf(const CandidateFormula& candidate, const std::vector<Term>& terms, const Term& term) {
  const std::size_t n = candidate.size();
  const auto operand = [&](std::size_t i) -> const Term& { return terms[term.operands[i]]; };
  switch (term.op) {
    case TermOp::Constant:
      return {term.may, term.must};
    case TermOp::Dynamic:
      return {term.literals->may(n), term.literals->must(n)};
    case TermOp::Union: {
      Bounds b{Relation(n), Relation(n)};
      for (TermId o : term.operands) {
        b.may |= terms[o].may;
        b.must |= terms[o].must;
      }
      return b;
    }
    case TermOp::Intersection:
      return {operand(0).may & operand(1).may, operand(0).must & operand(1).must};
    case TermOp::Difference:
      return {operand(0).may - operand(1).must, operand(0).must - operand(1).may};
    case TermOp::Complement: {
      const Relation all = everything(candidate, term.type);
      return {all - operand(0).must, all - operand(0).may};
    }
    case TermOp::Sequence:
      return {operand(0).may.compose(operand(1).may, candidate.deadline()),
              certainSequence(candidate, operand(0).must, operand(1).must)};
    case TermOp::Product:
      return {Relation::product(diagonalOf(operand(0).may), diagonalOf(operand(1).may)),
              Relation::product(diagonalOf(operand(0).must), diagonalOf(operand(1).must))};
    case TermOp::Inverse:
      return {operand(0).may.inverse(), operand(0).must.inverse()};
    case TermOp::Plus:
      return {operand(0).may.transitiveClosure(candidate.deadline()),
              certainClosure(candidate, operand(0).must)};
    case TermOp::Domain:
      return {diagonal(operand(0).may.domain()), diagonal(certainDomain(candidate, operand(0).must))};
    case TermOp::Range:
      return {diagonal(operand(0).may.range()),
              diagonal(certainDomain(candidate, operand(0).must.inverse()))};
    case TermOp::Member:
      return {operand(0).may, operand(0).must};
  }
  INVARIANT(false, "every operator has bounds");
}

}  // namespace

Relation certainSequence(const CandidateFormula& candidate, const Relation& r, const Relation& s) {
  const std::size_t n = candidate.size();
  const Relation impliedBy = candidate.implied().inverse();
  Relation result(n);
  PacedLook look(candidate.deadline());
  for (EventId a = 0; a < n; ++a) {
    EventSet row(n);
    r.successors(a).forEach([&](EventId b) {
      EventSet further = s.successors(b);
      if (!candidate.implied().contains(a, b)) {
        further &= impliedBy.successors(b);
      }
      row |= further;
      look.spend(row.words().size());
    });
    result.insertAll(a, row);
  }
  return result;
}

Relation withoutShortcuts(const CandidateFormula& candidate, const Relation& may, const Relation& must) {
  // Dropping what follows is well-founded only where the certain pairs form no cycle.
  const Relation certain = (must & may) - Relation::identity(EventSet::full(may.size()));
  return certain.acyclic() ? may - certainSequence(candidate, certain, certain) : may;
}

void computeBounds(const CandidateFormula& candidate, std::vector<Term>& terms, TermId id, bool keepMust) {
  candidate.deadline().check();  // every term may take megabytes
  Bounds bounds = boundsOf(candidate, terms, terms[id]);
  terms[id].may = std::move(bounds.may) & candidate.together();
  if (!keepMust) {
    terms[id].must = std::move(bounds.must);
  }
}

}  // namespace hrfcheck::inline engine::smt
