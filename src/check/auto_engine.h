#pragma once

#include <memory>

#include "engine/engine.h"
#include "engine/solver_choice.h"

namespace hrfcheck::inline check {

/// Candidate executions the explicit engine may look at before the solver takes over.
inline constexpr std::uint64_t kAutoCandidateLimit = 1000;

/// The explicit engine while the test is small, or seems to be done soon, then the SMT engine, then, should
/// the solver give up with time left, the explicit engine again without a limit. Of larger tests the SMT
/// engine is asked first, unless its formula gets large: then the explicit engine may try a few candidates
/// before that (not for very large tests). The hand-over counts candidates and clauses, never time, so that
/// the same input is always answered by the same engine. When all give up, what any of them found is
/// reported. `name()` tells which one gave the last answer.
/// @param solver what the SMT engine asks
std::unique_ptr<Engine> makeAutoEngine(std::uint64_t candidateLimit = kAutoCandidateLimit,
                                       SolverChoice solver = SolverChoice::Auto);

}  // namespace hrfcheck::inline check
