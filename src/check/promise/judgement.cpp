#include "check/promise/judgement.h"

#include <algorithm>
#include <iterator>

#include "program/condition/condition.h"

namespace hrfcheck::inline check {
namespace {

/// Which states are not in the promise, and what of the promise is not among the states.
void compare(Judgement& judgement, const SeenOutcomes& seen) {
  const Promise& promise = judgement.promise;
  for (std::size_t i = 0; i < seen.states.size(); ++i) {
    if (!promise.allows(seen.states[i])) {
      (promise.undecided ? judgement.unknown : judgement.outside).push_back(i);
    }
  }
  std::vector<std::vector<Value>> states = seen.states;
  std::ranges::sort(states);
  std::ranges::set_difference(promise.outcomes, states, std::back_inserter(judgement.notSeen));
}

void leaveOpen(Judgement& judgement, Judgement::Open open, std::string reason) {
  judgement.answer = Judgement::Answer::Undecided;
  judgement.open = open;
  judgement.reason = std::move(reason);
}

}  // namespace

Judgement judge(Promise promise, const SeenOutcomes& seen) {
  Judgement judgement;
  judgement.promise = std::move(promise);
  judgement.sawAll = seen.incomplete.empty();
  judgement.stuck = seen.stuck;
  const Promise& given = judgement.promise;
  switch (given.kind) {
    case PromiseKind::Nothing:
    case PromiseKind::NotApplicable:
      judgement.answer = Judgement::Answer::NothingPromised;
      return judgement;
    case PromiseKind::Undecided:
      leaveOpen(judgement, Judgement::Open::Promise, given.undecided.value_or(""));
      return judgement;
    case PromiseKind::Interleavings:
    case PromiseKind::Outcomes:
      break;
  }
  compare(judgement, seen);
  if (!judgement.outside.empty() || judgement.stuck) {
    judgement.answer = Judgement::Answer::Broken;
  } else if (given.undecided) {
    leaveOpen(judgement, Judgement::Open::Promise, *given.undecided);
  } else if (!judgement.sawAll) {
    leaveOpen(judgement, Judgement::Open::Outcomes, seen.incomplete);
  } else if (given.outcomes.empty() && seen.states.empty()) {
    leaveOpen(judgement, Judgement::Open::Vacuous, "");
  } else {
    judgement.answer = Judgement::Answer::Kept;
  }
  return judgement;
}

bool satisfiesCondition(const Program& program, const std::vector<Value>& values) {
  return holds(*program.condition, [&](const StateVariable& v) {
    const auto at = std::ranges::find(program.observed, v) - program.observed.begin();
    return values[static_cast<std::size_t>(at)];
  });
}

Observation observationOf(const Program& program, const std::vector<std::vector<Value>>& states,
                          bool complete) {
  const auto yes = static_cast<std::size_t>(std::ranges::count_if(
      states, [&](const std::vector<Value>& values) { return satisfiesCondition(program, values); }));
  if (yes > 0 && yes < states.size()) {
    return Observation::Sometimes;
  }
  if (!complete) {
    return Observation::Undecided;
  }
  return states.empty() ? Observation::Vacuous : yes > 0 ? Observation::Always : Observation::Never;
}

}  // namespace hrfcheck::inline check
