// Booleans with sharing, folded before the solver sees them.
//
// Everything above this file talks about literals; gates are conjunctions (a disjunction is the negation of
// one), found again by their sorted children, and asserted as full equivalences (Tseitin 1968), because a
// literal may be used in a guard and in its negation. Two kinds of knowledge keep formulas small where
// programs branch:
//
//  - consequences: a conjunction implies its children and theirs; variables may be declared to imply others
//    (a reads-from choice implies that both events happen). A conjunction drops what follows from the rest
//    and folds to false when two parts contradict each other. Guards of nested branches thus stay short, and
//    events of exclusive branches are seen to be exclusive.
//  - one-hot groups: two members of one group never hold together, so that r0 xor r0 has the one value 0.
//
// And (g & c) | (g & !c) folds to g, which gives the code after a branch the guard of the code before it.

#include "engine/smt/formula/formula.h"

#include <algorithm>
#include <cstdlib>

namespace hrfcheck::inline engine::smt {
namespace {

/// Consequence lists longer than this are cut to the literal itself; conjunctions longer than kAbsorbed are
/// not searched for absorbed parts.
constexpr std::size_t kConsequencesKept = 64;
constexpr std::size_t kAbsorbed = 8;
constexpr std::size_t kPairwiseLimit = 6;

void sortUnique(std::vector<Lit>& literals) {
  std::sort(literals.begin(), literals.end());
  literals.erase(std::unique(literals.begin(), literals.end()), literals.end());
}

bool hasComplementaryPair(const std::vector<Lit>& sorted) {
  return std::any_of(sorted.begin(), sorted.end(),
                     [&](Lit l) { return l > 0 && std::binary_search(sorted.begin(), sorted.end(), -l); });
}

}  // namespace

std::size_t Formula::VectorHash::operator()(const std::vector<Lit>& v) const {
  std::uint64_t h = v.size();
  for (Lit l : v) {
    h = (h ^ static_cast<std::uint32_t>(l)) * 0x9e3779b97f4a7c15ULL;
    h ^= h >> 29U;
  }
  return static_cast<std::size_t>(h);
}

Formula::Formula(ClauseSink& sink, const Deadline& deadline)
    : sink_(sink), look_(deadline), consequences_(1), group_(1, 0) {
  const Lit constant = fresh({"true"});
  sink_.clause({constant});
  ++clauses_;
}

Lit Formula::fresh(VariableName name) {
  const auto variable = static_cast<Lit>(consequences_.size());
  consequences_.emplace_back();
  group_.push_back(0);
  sink_.variable(variable, name);
  return variable;
}

std::vector<Lit> Formula::consequences(Lit literal) const {
  if (literal > 0 && !consequences_[static_cast<std::size_t>(literal)].empty()) {
    return consequences_[static_cast<std::size_t>(literal)];
  }
  return {literal};
}

bool Formula::follows(Lit from, Lit literal) const {
  if (from == literal || literal == kTrue || from == kFalse) {
    return true;
  }
  if (from < 0) {
    return false;
  }
  const std::vector<Lit>& known = consequences_[static_cast<std::size_t>(from)];
  return std::binary_search(known.begin(), known.end(), literal);
}

bool Formula::contradict(Lit a, Lit b) const {
  if (a == -b || a == kFalse || b == kFalse) {
    return true;
  }
  const auto groupOf = [&](Lit l) { return l > 0 ? group_[static_cast<std::size_t>(l)] : 0; };
  const auto isPlain = [&](Lit l) { return l < 0 || consequences_[static_cast<std::size_t>(l)].empty(); };
  if (isPlain(a) && isPlain(b)) {
    return a != b && groupOf(a) != 0 && groupOf(a) == groupOf(b);
  }
  const std::vector<Lit> ofB = consequences(b);
  for (Lit x : consequences(a)) {
    const std::uint32_t group = groupOf(x);
    for (Lit y : ofB) {
      if (x == -y || (group != 0 && y != x && groupOf(y) == group)) {
        return true;
      }
    }
  }
  return false;
}

bool Formula::simplify(std::vector<Lit>& conjunction) const {
  std::erase(conjunction, kTrue);
  sortUnique(conjunction);
  if (std::binary_search(conjunction.begin(), conjunction.end(), kFalse) ||
      hasComplementaryPair(conjunction)) {
    return false;
  }
  if (conjunction.size() > kAbsorbed) {
    return true;
  }
  for (std::size_t i = 0; i < conjunction.size(); ++i) {
    for (std::size_t j = i + 1; j < conjunction.size(); ++j) {
      if (contradict(conjunction[i], conjunction[j])) {
        return false;
      }
    }
  }
  for (std::size_t i = 0; i < conjunction.size();) {
    const Lit candidate = conjunction[i];
    const bool absorbed = std::any_of(conjunction.begin(), conjunction.end(), [&](Lit other) {
      return other != candidate && follows(other, candidate) && !follows(candidate, other);
    });
    if (absorbed) {
      conjunction.erase(conjunction.begin() + static_cast<std::ptrdiff_t>(i));
    } else {
      ++i;
    }
  }
  return true;
}

Lit Formula::andOf(std::vector<Lit> literals) {
  look_.spend(1 + literals.size());
  if (!simplify(literals)) {
    return kFalse;
  }
  if (literals.empty()) {
    return kTrue;
  }
  return literals.size() == 1 ? literals[0] : gate(std::move(literals));
}

Lit Formula::gate(std::vector<Lit> conjunction) {
  const auto found = gates_.find(conjunction);
  if (found != gates_.end()) {
    return found->second;
  }
  const Lit g = fresh({});
  std::vector<Lit> known{g};
  std::vector<Lit> whenAll{g};
  for (Lit l : conjunction) {
    clause({-g, l});
    whenAll.push_back(-l);
    const std::vector<Lit> more = consequences(l);
    known.insert(known.end(), more.begin(), more.end());
  }
  clause(std::move(whenAll));
  sortUnique(known);
  if (known.size() <= kConsequencesKept) {
    consequences_[static_cast<std::size_t>(g)] = std::move(known);
  }
  children_.emplace(g, conjunction);
  gates_.emplace(std::move(conjunction), g);
  return g;
}

Lit Formula::mergeComplementary(Lit a, Lit b) {
  const auto left = children_.find(a);
  const auto right = children_.find(b);
  if (left == children_.end() || right == children_.end() || left->second.size() != right->second.size()) {
    return 0;
  }
  std::vector<Lit> common;
  std::set_intersection(left->second.begin(), left->second.end(), right->second.begin(), right->second.end(),
                        std::back_inserter(common));
  if (common.size() + 1 != left->second.size()) {
    return 0;
  }
  const auto isOther = [&](Lit l) { return !std::binary_search(common.begin(), common.end(), l); };
  const Lit x = *std::find_if(left->second.begin(), left->second.end(), isOther);
  const Lit y = *std::find_if(right->second.begin(), right->second.end(), isOther);
  return x == -y ? andOf(std::move(common)) : 0;
}

Lit Formula::orOf(std::vector<Lit> literals) {
  std::erase(literals, kFalse);
  sortUnique(literals);
  if (literals.size() <= kAbsorbed) {
    for (std::size_t i = 0; i < literals.size(); ++i) {
      for (std::size_t j = i + 1; j < literals.size(); ++j) {
        if (const Lit merged = mergeComplementary(literals[i], literals[j])) {
          literals.erase(literals.begin() + static_cast<std::ptrdiff_t>(j));
          literals[i] = merged;
          return orOf(std::move(literals));
        }
      }
    }
  }
  for (Lit& l : literals) {
    l = -l;
  }
  return -andOf(std::move(literals));
}

void Formula::clause(std::vector<Lit> literals) {
  look_.spend(1 + literals.size());
  std::erase(literals, kFalse);
  sortUnique(literals);
  if (std::binary_search(literals.begin(), literals.end(), kTrue) || hasComplementaryPair(literals)) {
    return;
  }
  sink_.clause(literals);
  ++clauses_;
}

void Formula::sequentialAtMostOne(const std::vector<Lit>& literals) {
  // Sinz 2005: s_i says that one of the first i literals is true.
  Lit before = literals[0];
  for (std::size_t i = 1; i < literals.size(); ++i) {
    clause({-before, -literals[i]});
    if (i + 1 == literals.size()) {
      return;
    }
    const Lit upTo = fresh({"one-of-first", static_cast<std::int64_t>(i)});
    clause({-before, upTo});
    clause({-literals[i], upTo});
    before = upTo;
  }
}

void Formula::atMostOne(const std::vector<Lit>& literals) {
  std::vector<Lit> open;
  for (Lit l : literals) {
    if (l != kFalse) {
      open.push_back(l);
    }
  }
  if (open.size() < 2) {
    return;
  }
  ++groups_;
  for (Lit l : open) {
    if (l > 1 && group_[static_cast<std::size_t>(l)] == 0) {
      group_[static_cast<std::size_t>(l)] = groups_;
    }
  }
  if (open.size() > kPairwiseLimit) {
    sequentialAtMostOne(open);
    return;
  }
  for (std::size_t i = 0; i < open.size(); ++i) {
    for (std::size_t j = i + 1; j < open.size(); ++j) {
      clause({-open[i], -open[j]});
    }
  }
}

void Formula::exactlyOneIf(Lit guard, const std::vector<Lit>& literals) {
  atMostOne(literals);
  std::vector<Lit> some = literals;
  some.push_back(-guard);
  clause(std::move(some));
}

void Formula::imply(Lit variable, Lit implied) {
  clause({-variable, implied});
  if (variable <= 1 || implied == kTrue) {
    return;
  }
  std::vector<Lit> known = consequences(variable);
  const std::vector<Lit> more = consequences(implied);
  known.insert(known.end(), more.begin(), more.end());
  sortUnique(known);
  if (known.size() <= kConsequencesKept) {
    consequences_[static_cast<std::size_t>(variable)] = std::move(known);
  }
}

}  // namespace hrfcheck::inline engine::smt
