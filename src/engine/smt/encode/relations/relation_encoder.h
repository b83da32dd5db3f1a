#pragma once

#include <map>
#include <set>
#include <unordered_map>
#include <vector>

#include "engine/smt/encode/relations/acyclic_terms.h"
#include "engine/smt/encode/relations/terms.h"

namespace hrfcheck::inline engine::smt {

/// Which way a literal must not err: Up literals are true wherever the pair is related (and may be true
/// elsewhere, if the solver likes), Down literals are true only where it is, Exact ones are both.
enum class Polarity { Up, Down, Exact };
inline Polarity opposite(Polarity p) {
  return p == Polarity::Exact ? p : p == Polarity::Up ? Polarity::Down : Polarity::Up;
}

/// Pairs of terms as literals, made on demand; meaningful where both events happen.
class RelationEncoder {
 public:
  /// Both must outlive the encoder.
  RelationEncoder(Formula& formula, Terms& terms) : formula_(formula), terms_(terms) {}

  /// The literal of (a, b) in a term; of a in a set: (a, a).
  Lit pair(TermId term, EventId a, EventId b, Polarity polarity);
  /// Adds clauses for: (a, b) in the term implies `clause`. As with `pair` and Up, but without gates where
  /// there need be none.
  void whenRelated(TermId term, EventId a, EventId b, std::vector<Lit> clause);

  /// From now on closures of these are taken to have no cycles.
  void assume(AcyclicTerms acyclic) {
    acyclic_ = std::move(acyclic);
    founded_.clear();
  }

  /// Whether b happens, for a chain a - b - c of events of which a and c do; kTrue where that is known.
  Lit between(EventId a, EventId b, EventId c) const;

  Formula& formula() { return formula_; }
  Terms& terms() { return terms_; }

 private:
  using Literals = std::unordered_map<std::uint64_t, Lit>;
  using Reading = std::pair<TermId, Polarity>;
  static std::uint64_t key(EventId a, EventId b) { return (std::uint64_t{a} << 32U) | b; }
  /// What is known of some terms, and of the powers of closures.
  struct Memo {
    std::map<Reading, Literals> literals;
    std::map<std::pair<Reading, unsigned>, Literals> powers;
  };
  /// A literal whose implications are still to be added.
  struct Obligation {
    Reading term;
    EventId a, b;
    Lit literal;
  };

  Lit lit(TermId term, EventId a, EventId b, Polarity polarity);
  Lit compute(TermId id, EventId a, EventId b, Polarity polarity);
  Lit sequence(TermId id, EventId a, EventId b, Polarity polarity);
  Lit step(const Term& sequence, EventId a, EventId m, EventId b, Polarity polarity);
  void alongChain(TermId sequence, EventId a, EventId b, Polarity polarity);
  EventId lastBefore(TermId relation, EventId b);
  Lit someSuccessor(TermId relation, EventId a, Polarity polarity);
  Lit somePredecessor(TermId relation, EventId a, Polarity polarity);
  void whenChained(const Term& term, EventId a, EventId b, const std::vector<Lit>& clause);
  void whenReached(TermId id, EventId a, EventId b, std::vector<Lit> clause);
  template <typename Visit>
  void forEachWay(const Term& sequence, EventId a, EventId b, Visit&& visit);
  Memo& memoOf(const Term& term) { return term.member && iterating_ ? scratch_ : memo_; }

  bool isOwed(Reading t);
  bool hasNoCycle(TermId step);
  bool isFounded(TermId closure);
  Lit owe(Reading t, EventId a, EventId b);
  void settleObligations();
  void derive(const Obligation& o);
  void justify(const Obligation& o);
  Lit leastClosure(Reading t, EventId a, EventId b);
  Lit walk(Reading t, EventId a, EventId b);
  Lit power(Reading t, unsigned exponent, EventId a, EventId b);
  Lit leastMember(Reading t, EventId a, EventId b);
  void iterateMembers(Polarity polarity);

  Formula& formula_;
  Terms& terms_;
  AcyclicTerms acyclic_;
  std::unordered_map<TermId, bool> hasNoCycle_;  ///< by step of a closure
  std::unordered_map<TermId, bool> founded_;     ///< by closure, whether requirements keep it free of cycles
  std::unordered_map<TermId, std::vector<EventId>> lastBefore_;
  Memo memo_;
  Memo scratch_;  ///< of terms that depend on members, for one step of the iteration
  bool iterating_ = false;
  std::map<Reading, PairLiterals> least_;  ///< members' Down or Exact literals, of the last step or final
  std::set<Reading> solved_;
  std::vector<Obligation> pending_;
};

}  // namespace hrfcheck::inline engine::smt
