#pragma once

#include <vector>

#include "engine/smt/formula/formula.h"
#include "engine/smt/z3/search_watch.h"
#include "engine/smt/z3/solver_context.h"
#include "engine/smt/z3/z3_api.h"

namespace hrfcheck::inline engine::smt {

/// For the files that know that the solver is Z3. Constants are created on demand, by variable number;
/// positive and negated terms side by side.
struct SolverContext::State {
  const Z3Api& api;
  Z3_context context = nullptr;
  SearchWatch watch;

  State();
  ~State();
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  void reserve(std::size_t variable);
  Z3_ast term(Lit literal) const {
    return literal > 0 ? positive_[static_cast<std::size_t>(literal)]
                       : negative_[static_cast<std::size_t>(-literal)];
  }
  Z3_func_decl declaration(std::size_t variable) const { return declaration_[variable]; }
  Z3_symbol symbol(const char* name) const;

  /// @throws InternalError when the last call failed
  void throwOnError() const;

 private:
  void addConstant(Z3_ast term);

  Z3_sort boolean_ = nullptr;
  std::vector<Z3_ast> positive_;
  std::vector<Z3_ast> negative_;
  std::vector<Z3_func_decl> declaration_;
};

}  // namespace hrfcheck::inline engine::smt
