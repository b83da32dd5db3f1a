#pragma once

#include <optional>

#include "check/promise/promise.h"

namespace hrfcheck::inline check {

// Whether every thread finishes is found by interleaving. "May hang" stands under a model that has every
// interleaving as an execution. "Terminates" stands where the model has those and, as it promises, no others:
// a model with fewer executions may forbid the very steps by which threads get to their end.

/// "Terminates" holds under the model: it promises interleavings to the program and has all of them, and
/// something beside the model's own file vouches for both.
bool terminationIsExact(const Promise& promise);

/// "May hang" holds under the model: it has every interleaving, or means nothing by the program, so that
/// anything may happen.
bool hangIsCertain(const Promise& promise);

/// An answer about termination, compared with what is expected of it.
enum class TerminationJudgement {
  AsExpected,
  NotAsExpected,
  Undecided,   ///< there is no answer
  Conditional  ///< it terminates, but on a condition that the expectation does not make
};

/// @param terminates nothing where that is undecided
/// @param conditional "terminates" depends on more than the scheduler, and the expectation is about more than
/// interleavings
TerminationJudgement judgeTermination(std::optional<bool> terminates, bool expected, bool conditional);

}  // namespace hrfcheck::inline check
