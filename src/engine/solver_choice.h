#pragma once

#include <memory>
#include <string>

namespace hrfcheck::inline engine {

class Engine;

/// The solvers that the SMT engine can ask.
enum class SolverChoice { Z3, Cadical };

/// The SMT engine with one of them. Every execution it reports has been re-checked by the Evaluator.
std::unique_ptr<Engine> makeSmtEngineWith(SolverChoice solver);

}  // namespace hrfcheck::inline engine
