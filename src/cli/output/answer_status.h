#pragma once

#include "check/check.h"
#include "cli/output/exit_status.h"

namespace hrfcheck::inline cli {

// Which answers make which exit status, for every command (docs/usage.md, "Exit status").

/// An answer that is vacuous leaves the question as open as one that was not found.
inline ExitStatus statusOf(Standing standing) {
  switch (standing) {
    case Standing::Answered:
      return ExitStatus::Done;
    case Standing::Undecided:
    case Standing::Vacuous:
      break;
  }
  return ExitStatus::Undecided;
}

/// What the user wants to be a failure.
struct Unwanted {
  bool racy = false;
  bool allowed = false;
  bool conditional = false;       ///< an answer that assumes something
  bool brokenConditions = false;  ///< a `forall` or `~exists` that does not hold, is undefined or vacuous
};

/// A thread that faults is a mistake of the test, whatever was asked.
inline ExitStatus statusOf(const Verdict& verdict, const Unwanted& unwanted) {
  const bool failed = (unwanted.racy && verdict.racy) ||
                      (unwanted.allowed && verdict.condition == Status::Allowed) ||
                      (unwanted.conditional && !verdict.conditional.empty()) ||
                      (unwanted.brokenConditions && verdict.breaksExpectation()) || !verdict.faults.empty();
  return failed ? ExitStatus::Failed : statusOf(verdict.standing());
}

}  // namespace hrfcheck::inline cli
