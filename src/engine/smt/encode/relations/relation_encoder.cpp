// Relations as literals, one per pair that bounds leave open and that somebody asks for.
//
// Modulo execution. A literal of (a, b) refers to the case that a and b happen; code that asserts something
// about it mentions their execution. So static facts stay constants in conditional code, and only a chain a -
// b - c says "b happens", unless that follows from a or c.
//
// Polarity. Every operator but the fixpoints is an equivalence. A fixpoint has two interpretations (Up and
// Down of relation_encoder.h). Up is one-directional: clauses say that the literal holds whenever the pair is
// derivable, and leave the solver free to make it true elsewhere. A literal that is used only where truth can
// hurt (a cycle, a reflexive or forbidden pair, an ordered pair where a race is sought) may well be Up: a
// real execution satisfies the clauses with the least relation, in which case the requirement says exactly
// what it should; and if a larger relation satisfies the requirement then so does the least. Several
// requirements and queries may share Up literals, since the least relation is best for all of them at once.
// Where truth helps (the left of a difference in a flag) the literal must be Down: true only for derivable
// pairs. Differences and complements swap the two. What is used both ways (the set that a choice orders) is
// Exact. The fixpoints are in fixpoints.cpp.

#include "engine/smt/encode/relations/relation_encoder.h"

#include <ranges>

#include "util/invariant.h"

namespace hrfcheck::inline engine::smt {
namespace {

constexpr std::size_t kBitsPerWord = 64;

/// By event: lastBefore of it in a relation.
std::vector<EventId> lastsOfChains(const Relation& relation, const Relation& implied) {
  const Relation before = relation.inverse();
  std::vector<EventId> lasts(relation.size(), kNoEvent);
  for (EventId b = 0; b < relation.size(); ++b) {
    before.successors(b).forEach([&](EventId m) {
      EventSet others = before.successors(b);
      others.erase(m);
      if (implied.contains(b, m) && before.successors(m) == others) {
        lasts[b] = m;
      }
    });
  }
  return lasts;
}

}  // namespace

Lit RelationEncoder::between(EventId a, EventId b, EventId c) const {
  const Relation& implied = terms_.candidate().implied();
  return implied.contains(a, b) || implied.contains(c, b) ? kTrue : terms_.candidate().exec(b);
}

Lit RelationEncoder::pair(TermId term, EventId a, EventId b, Polarity polarity) {
  const Lit literal = lit(term, a, b, polarity);
  settleObligations();
  return literal;
}

Lit RelationEncoder::lit(TermId id, EventId a, EventId b, Polarity polarity) {
  const Term& term = terms_[id];
  if (!term.may.contains(a, b)) {
    return kFalse;
  }
  if (term.must.contains(a, b)) {
    return kTrue;
  }
  const Polarity kind = term.fixpoint ? polarity : Polarity::Up;
  Literals& known = memoOf(term).literals[{id, kind}];
  const auto found = known.find(key(a, b));
  if (found != known.end()) {
    return found->second;
  }
  if (isOwed({id, kind})) {
    const Lit literal = owe({id, kind}, a, b);
    known.emplace(key(a, b), literal);
    return literal;
  }
  const Lit literal = compute(id, a, b, polarity);
  known.emplace(key(a, b), literal);
  return literal;
}

Lit RelationEncoder::compute(TermId id, EventId a, EventId b, Polarity polarity) {
  const Term& term = terms_[id];
  const auto operand = [&](std::size_t i) { return term.operands[i]; };
  switch (term.op) {
    case TermOp::Constant:
      return kTrue;
    case TermOp::Dynamic:
      return term.literals->at(a, b);
    case TermOp::Union: {
      std::vector<Lit> ways;
      for (TermId o : term.operands) {
        ways.push_back(lit(o, a, b, polarity));
      }
      return formula_.orOf(std::move(ways));
    }
    case TermOp::Intersection: {
      const Lit left = lit(operand(0), a, b, polarity);
      return left == kFalse ? kFalse : formula_.andOf(left, lit(operand(1), a, b, polarity));
    }
    case TermOp::Difference: {
      const Lit left = lit(operand(0), a, b, polarity);
      return left == kFalse ? kFalse : formula_.andOf(left, -lit(operand(1), a, b, opposite(polarity)));
    }
    case TermOp::Complement:
      return -lit(operand(0), a, b, opposite(polarity));
    case TermOp::Sequence:
      return sequence(id, a, b, polarity);
    case TermOp::Product:
      return formula_.andOf(lit(operand(0), a, a, polarity), lit(operand(1), b, b, polarity));
    case TermOp::Inverse:
      return lit(operand(0), b, a, polarity);
    case TermOp::Domain:
      return someSuccessor(operand(0), a, polarity);
    case TermOp::Range:
      return somePredecessor(operand(0), a, polarity);
    case TermOp::Plus:
      return leastClosure({id, polarity}, a, b);
    case TermOp::Member:
      return leastMember({id, polarity}, a, b);
  }
  INVARIANT(false, "every operator has literals");
}

/// One way of a sequence: by m.
Lit RelationEncoder::step(const Term& sequence, EventId a, EventId m, EventId b, Polarity polarity) {
  const Lit first = lit(sequence.operands[0], a, m, polarity);
  const Lit second = first == kFalse ? kFalse : lit(sequence.operands[1], m, b, polarity);
  return formula_.andOf({first, between(a, m, b), second});
}

Lit RelationEncoder::sequence(TermId id, EventId a, EventId b, Polarity polarity) {
  const Term& term = terms_[id];
  const TermId left = term.operands[0];
  const TermId right = term.operands[1];
  if (const EventId last = lastBefore(right, b); last != kNoEvent) {
    alongChain(id, a, last, polarity);
    return formula_.orOf({lit(id, a, last, polarity), step(term, a, last, b, polarity)});
  }
  std::vector<Lit> ways;
  formula_.spend(terms_.candidate().size() / kBitsPerWord);
  terms_[left].may.successors(a).forEach([&](EventId m) {
    formula_.spend(1);
    if (terms_[right].may.contains(m, b)) {
      ways.push_back(step(term, a, m, b, polarity));
    }
  });
  return formula_.orOf(std::move(ways));
}

/// Makes the literals of a sequence to b from the beginning of b's chain on, so that none calls for many
/// others.
void RelationEncoder::alongChain(TermId sequence, EventId a, EventId b, Polarity polarity) {
  const TermId right = terms_[sequence].operands[1];
  const Polarity kind = terms_[sequence].fixpoint ? polarity : Polarity::Up;
  std::vector<EventId> chain;
  for (EventId m = b; m != kNoEvent; m = lastBefore(right, m)) {
    const Literals& known = memoOf(terms_[sequence]).literals[{sequence, kind}];
    if (known.contains(key(a, m))) {
      break;
    }
    chain.push_back(m);
  }
  for (const EventId m : chain | std::views::reverse) {
    lit(sequence, a, m, polarity);
  }
}

/// Where a relation is known beforehand, and the events related to b are a chain: the last of them, to which
/// all others are related and nothing else is, if it happens whenever b does. What leads to b, then, leads to
/// the last one or further on from it. kNoEvent elsewhere.
EventId RelationEncoder::lastBefore(TermId relation, EventId b) {
  auto [known, fresh] = lastBefore_.try_emplace(relation);
  if (fresh && terms_[relation].may == terms_[relation].must) {
    known->second = lastsOfChains(terms_[relation].must, terms_.candidate().implied());
    formula_.spend(terms_.candidate().size() * terms_.candidate().size() / kBitsPerWord);
  }
  return known->second.empty() ? kNoEvent : known->second[b];
}

Lit RelationEncoder::someSuccessor(TermId relation, EventId a, Polarity polarity) {
  std::vector<Lit> ways;
  terms_[relation].may.successors(a).forEach(
      [&](EventId b) { ways.push_back(formula_.andOf(lit(relation, a, b, polarity), between(a, b, a))); });
  return formula_.orOf(std::move(ways));
}

Lit RelationEncoder::somePredecessor(TermId relation, EventId a, Polarity polarity) {
  std::vector<Lit> ways;
  formula_.spend(terms_.candidate().size());
  for (EventId b = 0; b < terms_.candidate().size(); ++b) {
    if (terms_[relation].may.contains(b, a)) {
      ways.push_back(formula_.andOf(lit(relation, b, a, polarity), between(a, b, a)));
    }
  }
  return formula_.orOf(std::move(ways));
}

void RelationEncoder::whenRelated(TermId id, EventId a, EventId b, std::vector<Lit> clause) {
  const Term& term = terms_[id];
  if (!term.may.contains(a, b)) {
    return;
  }
  if (!term.must.contains(a, b)) {
    if (term.op == TermOp::Union) {
      for (TermId o : term.operands) {
        whenRelated(o, a, b, clause);
      }
      return;
    }
    if (term.op == TermOp::Difference) {
      clause.push_back(pair(term.operands[1], a, b, Polarity::Down));
      whenRelated(term.operands[0], a, b, std::move(clause));
      return;
    }
    if (term.op == TermOp::Intersection) {
      const bool leftIsSimple = terms_[term.operands[1]].op == TermOp::Sequence;
      clause.push_back(-pair(term.operands[leftIsSimple ? 0 : 1], a, b, Polarity::Up));
      whenRelated(term.operands[leftIsSimple ? 1 : 0], a, b, std::move(clause));
      return;
    }
    if (term.op == TermOp::Sequence) {
      whenChained(term, a, b, clause);
      return;
    }
    clause.push_back(-pair(id, a, b, Polarity::Up));
  }
  formula_.clause(std::move(clause));
}

void RelationEncoder::whenChained(const Term& term, EventId a, EventId b, const std::vector<Lit>& clause) {
  forEachWay(term, a, b, [&](EventId m) {
    std::vector<Lit> more = clause;
    more.push_back(-between(a, m, b));
    more.push_back(-pair(term.operands[1], m, b, Polarity::Up));
    whenReached(term.operands[0], a, m, std::move(more));
  });
}

/// The first part of a chain. Where that is a chain itself, a clause for each way through it takes less than
/// a gate that says whether there is one.
void RelationEncoder::whenReached(TermId id, EventId a, EventId b, std::vector<Lit> clause) {
  const Term& term = terms_[id];
  const bool hasGate = memoOf(term).literals[{id, Polarity::Up}].contains(key(a, b));
  if (term.op != TermOp::Sequence || term.must.contains(a, b) || hasGate) {
    clause.push_back(-pair(id, a, b, Polarity::Up));
    formula_.clause(std::move(clause));
    return;
  }
  forEachWay(term, a, b, [&](EventId m) {
    std::vector<Lit> more = clause;
    more.push_back(-between(a, m, b));
    more.push_back(-pair(term.operands[1], m, b, Polarity::Up));
    more.push_back(-pair(term.operands[0], a, m, Polarity::Up));
    formula_.clause(std::move(more));
  });
}

/// Every event through which a sequence may lead from a to b.
template <typename Visit>
void RelationEncoder::forEachWay(const Term& sequence, EventId a, EventId b, Visit&& visit) {
  const TermId left = sequence.operands[0];
  const TermId right = sequence.operands[1];
  for (const EventId m : terms_[left].may.successors(a).members()) {
    formula_.spend(1);
    if (terms_[right].may.contains(m, b)) {
      visit(m);
    }
  }
}

}  // namespace hrfcheck::inline engine::smt
