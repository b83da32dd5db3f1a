#pragma once

#include <memory>

#include "engine/engine.h"

namespace hrfcheck::inline check {

/// Candidate executions the explicit engine may look at before the solver takes over.
inline constexpr std::uint64_t kAutoCandidateLimit = 1000;

/// The explicit engine while the test is small (not at all for very large ones), or seems to be done soon,
/// then the SMT engine, then, should the solver give up with time left, the explicit engine again without a
/// limit. The hand-over counts candidates, never time, so that the same input is always answered by the same
/// engine. When all give up, what any of them found is reported. `name()` tells which one gave the last
/// answer.
std::unique_ptr<Engine> makeAutoEngine(std::uint64_t candidateLimit = kAutoCandidateLimit);

}  // namespace hrfcheck::inline check
