#include "check/promise/termination.h"

namespace hrfcheck::inline check {

bool terminationIsExact(const Promise& promise) {
  return promise.kind == PromiseKind::Interleavings && promise.basis != PromiseBasis::Declared &&
         promise.everyInterleaving;
}

bool hangIsCertain(const Promise& promise) {
  return promise.everyInterleaving || promise.reason == PromiseReason::Racy ||
         promise.reason == PromiseReason::Undefined;
}

TerminationJudgement judgeTermination(std::optional<bool> terminates, bool expected, bool conditional) {
  if (!terminates) {
    return TerminationJudgement::Undecided;
  }
  if (*terminates && conditional) {
    return TerminationJudgement::Conditional;
  }
  return *terminates == expected ? TerminationJudgement::AsExpected : TerminationJudgement::NotAsExpected;
}

}  // namespace hrfcheck::inline check
