#pragma once

#include <optional>

#include "check/promise/promise.h"

namespace hrfcheck::inline check {

// That every thread finishes is found by interleaving. "May hang" stands under every memory model, since
// interleavings are executions of each of them; "terminates" stands where the model promises interleavings.

/// "Terminates" holds under the model: it promises interleavings to the program, and something beside the
/// model's own file vouches for that.
bool terminationIsExact(const Promise& promise);

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
