#include "engine/smt/encode/relations/acyclic_terms.h"

#include <algorithm>

#include "engine/smt/encode/relations/checks.h"

namespace hrfcheck::inline engine::smt {
namespace {

void addParts(const Terms& terms, TermId id, std::vector<TermId>& parts) {
  const Term& term = terms[id];
  if (term.op == TermOp::Union || term.op == TermOp::Plus) {
    for (const TermId o : term.operands) {
      addParts(terms, o, parts);
    }
  } else {
    parts.push_back(id);
  }
}

/// Whether every event that happens is related to itself.
bool isReflexive(const Terms& terms, TermId id) {
  const auto all = EventSet::full(terms.candidate().size());
  return (Relation::identity(all) - terms[id].must).empty();
}

/// Whether what a term may relate is surely related by the other one, too.
bool isCoveredBy(const Terms& terms, TermId id, TermId other) {
  return (terms[id].may - terms[other].must).empty();
}

}  // namespace

std::vector<TermId> cycleParts(const Terms& terms, TermId term) {
  std::vector<TermId> parts;
  addParts(terms, term, parts);
  return parts;
}

AcyclicTerms::AcyclicTerms(Terms& terms, const Model& model) {
  for (const Check& check : model.checks) {
    if (check.role != CheckRole::Require || check.negated || check.kind == CheckKind::Empty) {
      continue;
    }
    for (const TermId term : instancesOf(terms, check)) {
      if (check.kind == CheckKind::Acyclic) {
        add(terms, term);
      } else {
        addIrreflexive(terms, term);
      }
    }
  }
}

void AcyclicTerms::add(const Terms& terms, TermId acyclic) {
  const std::vector<TermId> parts = cycleParts(terms, acyclic);
  unions_.emplace_back(parts.begin(), parts.end());
}

void AcyclicTerms::addIrreflexive(const Terms& terms, TermId irreflexive) {
  const Term& term = terms[irreflexive];
  if (term.op == TermOp::Plus) {
    add(terms, irreflexive);
  } else if (term.op == TermOp::Union) {
    for (const TermId o : term.operands) {
      addIrreflexive(terms, o);
    }
  } else if (term.op == TermOp::Sequence) {
    for (const std::size_t i : {0, 1}) {
      if (isReflexive(terms, term.operands[1 - i])) {
        addIrreflexive(terms, term.operands[i]);
      }
    }
  }
}

bool AcyclicTerms::contains(const Terms& terms, TermId term) const {
  const std::vector<TermId> parts = cycleParts(terms, term);
  return std::ranges::any_of(unions_, [&](const std::set<TermId>& known) {
    return std::ranges::all_of(parts, [&](TermId part) {
      return known.contains(part) ||
             std::ranges::any_of(known, [&](TermId other) { return isCoveredBy(terms, part, other); });
    });
  });
}

}  // namespace hrfcheck::inline engine::smt
