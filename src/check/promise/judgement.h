#pragma once

#include <string>
#include <vector>

#include "check/promise/promise.h"

namespace hrfcheck::inline check {

/// The outcomes that a program has somewhere: on a machine, on a device, by interleaving.
struct SeenOutcomes {
  std::vector<std::vector<Value>> states;  ///< values of Program::observed, in any order
  bool stuck = false;                      ///< it came to where nothing moves, and not all threads had ended
  std::string incomplete;                  ///< why there may be more; empty when these are all
};

/// Whether outcomes keep a promise.
struct Judgement {
  enum class Answer {
    Kept,
    Broken,           ///< an outcome that is not allowed, or stuck
    NothingPromised,  ///< whatever was seen is right
    Undecided         ///< one of the two sides is not complete, and what there is breaks nothing
  } answer = Answer::Undecided;
  /// Which side leaves it open.
  enum class Open { No, Promise, Outcomes, Vacuous } open = Open::No;
  Promise promise;
  std::vector<std::size_t> outside;  ///< indices into the states seen: not allowed, whatever is still unknown
  std::vector<std::size_t> unknown;  ///< not among the promise's outcomes, which are not complete
  /// Outcomes of the promise that were not seen; absent for good only where `sawAll`.
  std::vector<std::vector<Value>> notSeen;
  bool sawAll = false;  ///< the outcomes seen are complete
  bool stuck = false;
  std::string reason;  ///< of an open side: "state limit", "bound reached"

  /// Everything promised was seen, and nothing got stuck.
  bool complete() const { return sawAll && notSeen.empty() && !stuck && !promise.undecided; }
};

/// Compares outcomes with a promise that was made to the same program.
///
/// Either side may have been cut short: a model unrolls loops up to a bound, a machine stops at a limit. What
/// was found stands: a race, an outcome. What was not found counts only where its side is complete: an
/// outcome that is not in the promise breaks it only if the promise lists all outcomes.
Judgement judge(Promise promise, const SeenOutcomes& seen);

/// The state satisfies the program's condition.
/// @param values of Program::observed, which holds everything that the condition reads
bool satisfiesCondition(const Program& program, const std::vector<Value>& values);

/// In how many of the states the program's condition holds.
/// @param complete the states are all that there are
Observation observationOf(const Program& program, const std::vector<std::vector<Value>>& states,
                          bool complete);

}  // namespace hrfcheck::inline check
