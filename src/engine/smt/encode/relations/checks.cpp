// Requirements and flags as clauses. Requirements say "no such pair" and take Up literals; their negations,
// and flags that look for pairs, say "some pair" and take Down literals (relation_encoder.cpp).

#include "engine/smt/encode/relations/checks.h"

#include "engine/smt/encode/relations/acyclicity.h"
#include "execution/evaluate/class_limits.h"
#include "util/invariant.h"

namespace hrfcheck::inline engine::smt {
namespace {

void forbidPair(RelationEncoder& encoder, TermId term, EventId a, EventId b, const std::vector<Lit>& unless) {
  const CandidateFormula& candidate = encoder.terms().candidate();
  std::vector<Lit> clause = unless;
  clause.push_back(-candidate.exec(a));
  clause.push_back(-candidate.exec(b));
  encoder.whenRelated(term, a, b, std::move(clause));
}

void requireIrreflexive(RelationEncoder& encoder, TermId id, const std::vector<Lit>& unless) {
  const Term& term = encoder.terms()[id];
  if (term.op == TermOp::Plus) {
    requireAcyclic(encoder, id, unless);
  } else if (term.op == TermOp::Union) {
    for (TermId o : term.operands) {
      requireIrreflexive(encoder, o, unless);
    }
  } else {
    for (EventId e = 0; e < encoder.terms().candidate().size(); ++e) {
      if (term.may.contains(e, e)) {
        forbidPair(encoder, id, e, e, unless);
      }
    }
  }
}

Lit somePair(RelationEncoder& encoder, TermId id, bool reflexiveOnly) {
  const CandidateFormula& candidate = encoder.terms().candidate();
  std::vector<Lit> ways;
  encoder.terms()[id].may.forEach([&](EventId a, EventId b) {
    if (a == b || !reflexiveOnly) {
      ways.push_back(encoder.formula().andOf(
          {candidate.exec(a), candidate.exec(b), encoder.pair(id, a, b, Polarity::Down)}));
    }
  });
  return encoder.formula().orOf(std::move(ways));
}

Lit someReflexivePair(RelationEncoder& encoder, TermId id) {
  const Term& term = encoder.terms()[id];
  if (term.op == TermOp::Plus) {
    return someCycle(encoder, id);
  }
  if (term.op != TermOp::Union) {
    return somePair(encoder, id, true);
  }
  std::vector<Lit> ways;
  for (TermId o : term.operands) {
    ways.push_back(someReflexivePair(encoder, o));
  }
  return encoder.formula().orOf(std::move(ways));
}

void instances(Terms& terms, const Check& check, std::size_t binder, const Terms::Binding& binding,
               std::vector<TermId>& result, std::size_t& choices) {
  if (++choices > kMostClassChoices) {
    failTooManyClasses(terms.model(), check.node);
  }
  if (binder == check.forall.size()) {
    result.push_back(terms.of(check.node, binding));
    return;
  }
  for (const EventSet& members : terms.classesAt(check.forall[binder].classesOf, binding)) {
    Terms::Binding inner = binding;
    inner.insert_or_assign(check.forall[binder].variable, members);
    instances(terms, check, binder + 1, inner, result, choices);
  }
}

}  // namespace

void requireHolds(RelationEncoder& encoder, CheckKind kind, TermId term, const std::vector<Lit>& unless) {
  switch (kind) {
    case CheckKind::Acyclic:
      requireAcyclic(encoder, term, unless);
      return;
    case CheckKind::Irreflexive:
      requireIrreflexive(encoder, term, unless);
      return;
    case CheckKind::Empty:
      encoder.terms()[term].may.forEach(
          [&](EventId a, EventId b) { forbidPair(encoder, term, a, b, unless); });
      return;
  }
  INVARIANT(false, "every kind of check can be required");
}

Lit someFailure(RelationEncoder& encoder, CheckKind kind, TermId term) {
  switch (kind) {
    case CheckKind::Acyclic:
      return someCycle(encoder, term);
    case CheckKind::Irreflexive:
      return someReflexivePair(encoder, term);
    case CheckKind::Empty:
      return somePair(encoder, term, false);
  }
  INVARIANT(false, "every kind of check can fail");
}

std::vector<TermId> instancesOf(Terms& terms, const Check& check) {
  std::vector<TermId> result;
  std::size_t choices = 0;
  instances(terms, check, 0, {}, result, choices);
  return result;
}

void requireCheck(RelationEncoder& encoder, const Check& check) {
  for (TermId term : instancesOf(encoder.terms(), check)) {
    if (check.negated) {
      encoder.formula().clause({someFailure(encoder, check.kind, term)});
    } else {
      requireHolds(encoder, check.kind, term, {});
    }
  }
}

Lit whenRaised(RelationEncoder& encoder, const Check& check) {
  // A flag is raised where its test holds, undefined_unless where it fails; either for some classes.
  const bool failureRaises = check.negated == (check.role == CheckRole::Flag);
  std::vector<Lit> ways;
  for (TermId term : instancesOf(encoder.terms(), check)) {
    if (failureRaises) {
      ways.push_back(someFailure(encoder, check.kind, term));
    } else {
      ways.push_back(encoder.formula().fresh({"holds"}));
      requireHolds(encoder, check.kind, term, {-ways.back()});
    }
  }
  return encoder.formula().orOf(std::move(ways));
}

}  // namespace hrfcheck::inline engine::smt
