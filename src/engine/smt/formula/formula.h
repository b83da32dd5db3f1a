#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "util/process/deadline.h"

namespace hrfcheck::inline engine::smt {

/// A boolean variable (positive) or its negation (negative). Variable 1 is the constant true.
using Lit = std::int32_t;
inline constexpr Lit kTrue = 1;
inline constexpr Lit kFalse = -1;

/// What a variable stands for, for people who read the dump: "rf 3 7".
struct VariableName {
  const char* kind = "gate";
  std::int64_t first = -1;
  std::int64_t second = -1;
};

/// Where clauses go: the solver, or a dump besides.
class ClauseSink {
 public:
  virtual ~ClauseSink() = default;
  /// Announces variable number `variable`; variables come in order, from 1 (the constant true, whose unit
  /// clause follows at once).
  virtual void variable(Lit variable, const VariableName& name) = 0;
  /// A disjunction, free of constants, repetitions and complementary literals; an empty one is false.
  virtual void clause(const std::vector<Lit>& literals) = 0;
};

/// Boolean formulas as literals: gates are shared by structure, constants folded, and what is left becomes
/// clauses at once. A literal may be used in either polarity: gates are equivalences.
class Formula {
 public:
  /// The sink must outlive the formula.
  /// @param deadline until `completeEncoding`, every function that makes something looks at it now and then
  explicit Formula(ClauseSink& sink, const Deadline& deadline = {});

  /// For encoders: so much has been done without a word to the formula.
  /// @throws OutOfTime now and then when the deadline has expired
  void spend(std::size_t work) { look_.spend(work); }
  const Deadline& deadline() const { return look_.deadline(); }
  /// From now on running out of time is left to the solver.
  void completeEncoding() { look_ = PacedLook(); }

  Lit fresh(VariableName name);
  Lit andOf(std::vector<Lit> literals);
  Lit orOf(std::vector<Lit> literals);
  Lit andOf(Lit a, Lit b) { return andOf(std::vector<Lit>{a, b}); }
  Lit orOf(Lit a, Lit b) { return orOf(std::vector<Lit>{a, b}); }

  /// Asserts a disjunction.
  void clause(std::vector<Lit> literals);
  /// Asserts that at most one of `literals` is true; remembered, so that conjunctions of two of them fold to
  /// false.
  void atMostOne(const std::vector<Lit>& literals);
  /// Asserts that at most one of `literals` is true, and one is when `guard` is.
  void exactlyOneIf(Lit guard, const std::vector<Lit>& literals);
  /// Asserts variable -> implied, and lets conjunctions use it: `implied` beside `variable` is dropped.
  void imply(Lit variable, Lit implied);

  /// Literals known to be true whenever `literal` is, itself included, sorted. Incomplete, but enough to see
  /// what a guard contains.
  std::vector<Lit> consequences(Lit literal) const;
  /// Whether the two are seen to exclude each other, or one to follow from the other, by their consequences.
  bool contradict(Lit a, Lit b) const;
  bool follows(Lit from, Lit literal) const;

  std::uint64_t variables() const { return static_cast<std::uint64_t>(consequences_.size() - 1); }
  std::uint64_t clauses() const { return clauses_; }

 private:
  struct VectorHash {
    std::size_t operator()(const std::vector<Lit>& v) const;
  };

  bool simplify(std::vector<Lit>& conjunction) const;
  Lit gate(std::vector<Lit> conjunction);
  Lit mergeComplementary(Lit a, Lit b);
  void sequentialAtMostOne(const std::vector<Lit>& literals);

  ClauseSink& sink_;
  PacedLook look_;
  std::uint64_t clauses_ = 0;
  std::vector<std::vector<Lit>> consequences_;  ///< by variable, sorted; empty means only itself
  std::vector<std::uint32_t> group_;            ///< by variable: its at-most-one group, 0 for none
  std::uint32_t groups_ = 0;
  std::unordered_map<std::vector<Lit>, Lit, VectorHash> gates_;
  std::map<Lit, std::vector<Lit>> children_;  ///< of conjunction gates
};

}  // namespace hrfcheck::inline engine::smt
