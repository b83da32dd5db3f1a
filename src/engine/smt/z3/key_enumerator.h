#pragma once

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/smt/z3/solver_context_state.h"

namespace hrfcheck::inline engine::smt {

/// Visits the models of a solver that differ in their true key literals, all in one search.
class KeyEnumerator {
 public:
  /// Before the solver's first check. Both solver and context must outlive the enumerator; the context's Z3
  /// has a known propagator.
  /// @param key not constant; some of them are true in every model
  /// @param wanted variables whose values can be asked of every model found
  KeyEnumerator(const SolverContext::State& context, Z3_solver solver, const std::vector<Lit>& key,
                const std::vector<Lit>& wanted);
  KeyEnumerator(const KeyEnumerator&) = delete;
  KeyEnumerator& operator=(const KeyEnumerator&) = delete;

  /// Some model came without the value of a literal: the search stopped there, and there may be more.
  bool gap() const { return gap_; }
  std::size_t found() const { return found_; }
  /// The value of a literal (key or wanted) in the model found as number `model`.
  bool value(std::size_t model, Lit literal) const;

 private:
  struct KeyHash {
    std::size_t operator()(const std::vector<unsigned>& v) const;
  };

  void push() { scopes_.push_back(trail_.size()); }
  void pop(unsigned scopes);
  void fixed(unsigned id, Z3_ast value);
  void final(void* callback);
  void watch(Z3_solver solver, Lit literal);

  const SolverContext::State& context_;
  std::unordered_map<Lit, unsigned> slotOf_;  ///< by variable
  std::vector<unsigned> slotOfId_;            ///< by Z3's number
  std::vector<unsigned> ids_;                 ///< by slot
  struct KeyLiteral {
    unsigned slot;
    bool positive;
  };
  std::vector<KeyLiteral> key_;
  std::vector<signed char> values_;  ///< by slot: 1, 0, or -1 for not fixed
  std::vector<unsigned> trail_;      ///< slots in the order they were fixed
  std::vector<std::size_t> scopes_;  ///< sizes of the trail
  std::unordered_set<std::vector<unsigned>, KeyHash> seen_;
  std::vector<bool> models_;  ///< slot by slot, one model after the other
  std::size_t found_ = 0;
  bool gap_ = false;
};

}  // namespace hrfcheck::inline engine::smt
