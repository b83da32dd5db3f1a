// Closures and recursive definitions, in both interpretations of relation_encoder.h.
//
// Up, a closure t of r: r(a,c) -> t(a,c), and r(a,b), t(b,c) -> t(a,c), for the pairs that are asked for and
// those they lead to. Steps r(a,b) that are certain and follow from other certain steps are left out, which
// turns program order into its immediate edges. Up, a recursion: body -> member, pair by pair. Both work off
// a list of obligations, since a pair may depend on itself.
//
// Down and Exact, a closure. Where the steps that may be taken form no cycle, t(a,c) <-> r(a,c) or some
// r(a,b), t(b,c) is well-founded and thus exact. So it is where a requirement of the model forbids that those
// that are taken form one (acyclic_terms.h): happens-before in models that want it to be irreflexive. Then
// pairs may depend on themselves, and are obligations, too; of the equivalence, Down needs only that a pair
// has a reason. Otherwise repeated squaring: after k rounds every path of up to 2^k steps is there, and no
// path needs more steps than there are events.
//
// Down and Exact, a recursion: Kleene's iteration from nothing, all members together. Every round before the
// last adds a pair, so as many rounds as there are open pairs suffice; a round that gives the same literals
// ends it sooner, which is the rule where pairs do not depend on themselves.

#include <bit>

#include "engine/smt/encode/relations/relation_encoder.h"

namespace hrfcheck::inline engine::smt {
/// Whether a pair's literal comes first and its clauses later, since they may lead back to it.
bool RelationEncoder::isOwed(Reading t) {
  const Term& term = terms_[t.first];
  if (t.second == Polarity::Up) {
    return term.op == TermOp::Plus || term.op == TermOp::Member;
  }
  return term.op == TermOp::Plus && isFounded(t.first);
}

/// Whether the steps that may be taken form no cycle. Asked for every pair, found out once.
bool RelationEncoder::hasNoCycle(TermId step) {
  const auto [known, fresh] = hasNoCycle_.try_emplace(step, false);
  if (fresh) {
    known->second = terms_[step].may.acyclic();
  }
  return known->second;
}

/// Whether the closure's steps have no cycle because a requirement forbids it, and might have one else. Asked
/// for every pair, found out once.
bool RelationEncoder::isFounded(TermId closure) {
  const auto [known, fresh] = founded_.try_emplace(closure, false);
  if (fresh) {
    const TermId step = terms_[closure].operands[0];
    known->second = !terms_[closure].member && acyclic_.contains(terms_, step) && !hasNoCycle(step);
  }
  return known->second;
}

Lit RelationEncoder::owe(Reading t, EventId a, EventId b) {
  if (t.second != Polarity::Up && a == b) {
    return kFalse;
  }
  const Lit literal = formula_.fresh({terms_[t.first].op == TermOp::Plus ? "closure" : "recursive", a, b});
  pending_.push_back({t, a, b, literal});
  return literal;
}

void RelationEncoder::settleObligations() {
  while (!pending_.empty()) {
    const Obligation o = pending_.back();
    pending_.pop_back();
    const Term& term = terms_[o.term.first];
    if (term.op != TermOp::Plus) {
      formula_.clause({-lit(term.operands[0], o.a, o.b, Polarity::Up), o.literal});
      continue;
    }
    if (o.term.second != Polarity::Down) {
      derive(o);
    }
    if (o.term.second != Polarity::Up) {
      justify(o);
    }
  }
}

/// Every path makes the literal of a closure true.
void RelationEncoder::derive(const Obligation& o) {
  const auto [id, polarity] = o.term;
  const TermId step = terms_[id].operands[0];
  formula_.clause({-lit(step, o.a, o.b, polarity), o.literal});
  for (EventId m : terms_.steps(step).successors(o.a).members()) {
    if (m == o.a || m == o.b || !terms_[id].may.contains(m, o.b)) {
      continue;
    }
    const Lit first = lit(step, o.a, m, polarity);
    if (first != kFalse) {
      formula_.clause({-first, -between(o.a, m, o.b), -lit(id, m, o.b, polarity), o.literal});
    }
  }
}

/// The literal of a closure is true only with a step, and a path from there on; without cycles, only with a
/// path.
void RelationEncoder::justify(const Obligation& o) {
  const auto [id, polarity] = o.term;
  const TermId step = terms_[id].operands[0];
  std::vector<Lit> clause{-o.literal, lit(step, o.a, o.b, polarity)};
  for (EventId m : terms_.steps(step).successors(o.a).members()) {
    if (m == o.a || m == o.b || !terms_[id].may.contains(m, o.b)) {
      continue;
    }
    const Lit first = lit(step, o.a, m, polarity);
    if (first != kFalse) {
      clause.push_back(formula_.andOf({first, between(o.a, m, o.b), lit(id, m, o.b, polarity)}));
    }
  }
  formula_.clause(std::move(clause));
}

Lit RelationEncoder::leastClosure(Reading t, EventId a, EventId b) {
  const TermId step = terms_[t.first].operands[0];
  if (hasNoCycle(step)) {
    return walk(t, a, b);
  }
  const Relation& may = terms_[step].may;
  const std::size_t field = (may.domain() | may.range()).count();
  return power(t, static_cast<unsigned>(std::bit_width(field)), a, b);
}

/// The closure of a relation that has no cycles.
Lit RelationEncoder::walk(Reading t, EventId a, EventId b) {
  const TermId step = terms_[t.first].operands[0];
  std::vector<Lit> ways{lit(step, a, b, t.second)};
  for (EventId m : terms_.steps(step).successors(a).members()) {
    const Lit first = terms_[t.first].may.contains(m, b) ? lit(step, a, m, t.second) : kFalse;
    if (first != kFalse) {
      ways.push_back(formula_.andOf({first, between(a, m, b), lit(t.first, m, b, t.second)}));
    }
  }
  return formula_.orOf(std::move(ways));
}

/// Paths of at most 2^exponent steps.
Lit RelationEncoder::power(Reading t, unsigned exponent, EventId a, EventId b) {
  const Term& term = terms_[t.first];
  if (!term.may.contains(a, b)) {
    return kFalse;
  }
  if (term.must.contains(a, b)) {
    return kTrue;
  }
  if (exponent == 0) {
    return lit(term.operands[0], a, b, t.second);
  }
  Literals& known = memoOf(term).powers[{t, exponent}];
  const auto found = known.find(key(a, b));
  if (found != known.end()) {
    return found->second;
  }
  std::vector<Lit> ways{power(t, exponent - 1, a, b)};
  for (EventId m : term.may.successors(a).members()) {
    if (m != a && m != b && term.may.contains(m, b)) {
      const Lit first = power(t, exponent - 1, a, m);
      if (first != kFalse) {
        ways.push_back(formula_.andOf({first, between(a, m, b), power(t, exponent - 1, m, b)}));
      }
    }
  }
  const Lit literal = formula_.orOf(std::move(ways));
  known.emplace(key(a, b), literal);
  return literal;
}

Lit RelationEncoder::leastMember(Reading t, EventId a, EventId b) {
  if (!iterating_ && !solved_.contains(t)) {
    iterateMembers(t.second);
  }
  return least_[t].at(a, b);
}

void RelationEncoder::iterateMembers(Polarity polarity) {
  struct Open {
    Reading member;
    std::vector<std::pair<EventId, EventId>> pairs;
  };
  std::vector<Open> open;
  std::size_t rounds = 1;
  for (TermId id : terms_.members()) {
    if (!solved_.contains({id, polarity})) {
      open.push_back({{id, polarity}, (terms_[id].may - terms_[id].must).pairs()});
      rounds += open.back().pairs.size();
    }
  }
  iterating_ = true;
  for (bool changed = true; changed && rounds > 0; --rounds) {
    changed = false;
    scratch_ = {};
    std::map<Reading, PairLiterals> next;
    for (const Open& o : open) {
      formula_.spend(o.pairs.size());
      for (const auto& [a, b] : o.pairs) {
        const Lit literal = lit(terms_[o.member.first].operands[0], a, b, polarity);
        next[o.member].set(a, b, literal);
        changed = changed || literal != least_[o.member].at(a, b);
      }
    }
    for (const Open& o : open) {
      least_[o.member] = std::move(next[o.member]);
    }
  }
  scratch_ = {};
  iterating_ = false;
  for (const Open& o : open) {
    solved_.insert(o.member);
  }
}

}  // namespace hrfcheck::inline engine::smt
