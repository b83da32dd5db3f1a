#pragma once

#include <memory>
#include <string>

namespace hrfcheck::inline engine {

class Engine;

/// The solvers that the SMT engine can ask: one of them for everything, or each for what it is faster at.
enum class SolverChoice { Auto, Z3, Cadical };

/// The SMT engine with this choice. Every execution it reports has been re-checked by the Evaluator.
std::unique_ptr<Engine> makeSmtEngineWith(SolverChoice solver);

}  // namespace hrfcheck::inline engine
