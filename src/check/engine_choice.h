#pragma once

#include <memory>

#include "engine/engine.h"
#include "engine/solver_choice.h"

namespace hrfcheck::inline check {

/// The choices of `--engine`; and the reference, the judge of `--plain`.
enum class EngineChoice { Auto, Smt, Explicit, Race, Reference };

/// Auto: the explicit engine first, then the solver (auto_engine.h). Race: both at once (race_engine.h).
/// Reference: candidate by candidate. All of them give the same answers.
/// @param solver what the SMT engine asks, where it is used
std::unique_ptr<Engine> makeEngine(EngineChoice choice, SolverChoice solver = SolverChoice::Auto);

}  // namespace hrfcheck::inline check
