#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "util/process/deadline.h"

namespace hrfcheck::inline verify {

/// A literal as in DIMACS: a variable, or its negation.
using Literal = std::int32_t;
using Clause = std::vector<Literal>;

/// Checks proofs that clauses have no solution, forwards: each line of a proof must follow from the clauses
/// at hand by reverse unit propagation (Goldberg and Novikov, DATE 2003), or be removed from them. Lines that
/// only preserve satisfiability (RAT) are refused. Clauses that have become units are kept when a proof
/// removes them, which loses nothing: they follow.
class RefutationChecker {
 public:
  /// @param deadline looked at now and then: every function may throw OutOfTime
  explicit RefutationChecker(const Deadline& deadline = {}) : look_(deadline) {}

  /// A clause that is given.
  void assume(Clause clause) { add(std::move(clause)); }
  /// What is wrong with a proof: nothing where `why` is empty.
  struct Fault {
    std::size_t line = 0;  ///< of the proof, from 1; 0 for the proof as a whole
    std::string why = {};
  };
  /// Checks a proof in the text form of DRAT: it must end in a contradiction.
  Fault check(std::string_view proof);

 private:
  using Index = std::uint32_t;

  static Clause normal(Clause clause);
  static std::uint64_t hashOf(const Clause& sorted);
  void reserve(Literal literal);
  std::size_t slot(Literal literal) const {
    return 2 * static_cast<std::size_t>(literal < 0 ? -literal : literal) + (literal < 0 ? 1 : 0);
  }
  signed char value(Literal literal) const { return values_[slot(literal)]; }
  void add(Clause clause);
  void assign(Literal literal);
  bool propagate();
  bool visitWatch(Literal falsified, Index clause, bool& moved);
  bool follows(const Clause& clause);
  bool remove(const Clause& clause);

  PacedLook look_;
  std::vector<Clause> clauses_;  ///< the watched literals first; empty once removed
  std::unordered_multimap<std::uint64_t, Index> byHash_;
  std::vector<std::vector<Index>> watches_;   ///< by slot: clauses that watch the literal
  std::vector<signed char> values_ = {0, 0};  ///< by slot: 1 true, -1 false, 0 open
  std::vector<Literal> trail_;
  std::size_t propagated_ = 0;
  bool contradiction_ = false;
};

}  // namespace hrfcheck::inline verify
