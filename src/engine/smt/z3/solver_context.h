#pragma once

#include <memory>

namespace hrfcheck::inline engine::smt {

/// Z3's context and the boolean constants made in it, kept from one test to the next. Not thread-safe.
class SolverContext {
 public:
  /// @throws UserError when Z3 cannot be loaded
  SolverContext();
  ~SolverContext();
  SolverContext(const SolverContext&) = delete;
  SolverContext& operator=(const SolverContext&) = delete;

  struct State;
  State& state() { return *state_; }

 private:
  std::unique_ptr<State> state_;
};

}  // namespace hrfcheck::inline engine::smt
