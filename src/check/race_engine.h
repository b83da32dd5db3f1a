#pragma once

#include <memory>

#include "engine/engine.h"
#include "engine/solver_choice.h"

namespace hrfcheck::inline check {

/// Both engines at once, each in a thread of its own: the answer of the one that is done first is taken, and
/// the other one stops and gives its memory back. A short question is answered by the explicit engine before
/// the solver is started. Where neither comes to an end, what any of them found is reported. `name()` tells
/// which one gave the last answer: it need not be the same the next time.
/// @param solver what the SMT engine asks
std::unique_ptr<Engine> makeRaceEngine(SolverChoice solver = SolverChoice::Auto);

}  // namespace hrfcheck::inline check
