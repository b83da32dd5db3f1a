#include "batch/suite/against.h"

#include <algorithm>
#include <set>

#include "check/check.h"
#include "program/register_uses.h"
#include "util/invariant.h"

// The property that ties machines to models (docs/machines.md, P1 and P2): to a program that is race-free
// under a model the machine shows no outcome that the model does not allow, and to a racy one nothing is
// promised. A final state here is everything that the program leaves behind, registers and memory: a
// read-modify-write that is lost can often be seen in memory alone.
//
// Either side may be cut: a model looks at loops up to a bound, a machine stops at a limit. What was found
// stands: a race, an outcome reached. What was not found counts only where the side is complete: an outcome
// outside the model's set breaks the promise only if that set is all of it.

namespace hrfcheck {
namespace {

CheckOptions checkOptions(const AnalysisOptions& analysis, bool flags) {
  CheckOptions options;
  options.analysis = analysis;
  options.analysis.outcomes = OutcomeSearch::All;
  options.analysis.flags = flags;
  options.explain = false;
  return options;
}

void takeOutcomes(ModelPromise& promise, const Verdict& verdict) {
  for (const Outcome& outcome : verdict.analysis.outcomes) {
    promise.outcomes.push_back(outcome.values);
  }
  std::ranges::sort(promise.outcomes);
  if (verdict.incomplete) {
    promise.undecided = verdict.incomplete;
  }
}

ModelPromise::Kind kindOf(const Verdict& verdict) {
  if (verdict.racy) {
    return ModelPromise::Kind::Racy;
  }
  if (verdict.undefined) {
    return ModelPromise::Kind::Undefined;
  }
  const bool noRace = verdict.raceStatus == RaceStatus::RaceFree ||
                      verdict.raceStatus == RaceStatus::Vacuous ||
                      verdict.raceStatus == RaceStatus::NotDefined;
  return noRace ? ModelPromise::Kind::Kept : ModelPromise::Kind::Unknown;
}

}  // namespace

void observeEverything(Program& program) {
  std::set<StateVariable> known(program.observed.begin(), program.observed.end());
  const auto observe = [&](const StateVariable& v) {
    if (known.insert(v).second) {
      program.observed.push_back(v);
    }
  };
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    std::vector<RegisterId> written;
    for (const Instruction& instruction : program.threads[t].instructions) {
      if (const std::optional<RegisterId> target = targetOf(instruction.operation)) {
        written.push_back(*target);
      }
    }
    std::ranges::sort(written);
    for (const RegisterId r : written) {
      observe({t, r, kNoLocation});
    }
  }
  for (LocationId location = 0; location < program.locations.size(); ++location) {
    observe({kNoThread, 0, location});
  }
}

std::shared_ptr<const Program> observingEverything(const Program& program) {
  auto everything = std::make_shared<Program>(program);
  everything->filter = nullptr;
  observeEverything(*everything);
  return everything;
}

ModelPromise promiseOf(Engine& engine, TestSkeletons& skeletons, const Model& races, const Model* outcomes,
                       const AnalysisOptions& analysis) {
  ModelPromise promise;
  const Verdict verdict =
      check(engine, skeletons.of(races, analysis.deadline), races, checkOptions(analysis, true));
  promise.model = promise.outcomesOf = verdict.model;
  promise.kind = kindOf(verdict);
  for (const Race& race : verdict.races) {
    promise.races.emplace_back(race.first, race.second);
  }
  if (promise.kind == ModelPromise::Kind::Unknown) {
    promise.undecided = verdict.incomplete.value_or("race freedom not decided");
  }
  if (promise.kind != ModelPromise::Kind::Kept) {
    return promise;
  }
  if (outcomes == nullptr) {
    takeOutcomes(promise, verdict);
  } else {
    const Verdict other =
        check(engine, skeletons.of(*outcomes, analysis.deadline), *outcomes, checkOptions(analysis, false));
    promise.outcomesOf = other.model;
    takeOutcomes(promise, other);
  }
  return promise;
}

Judgement judge(ModelPromise promise, const Simulation& simulation) {
  Judgement judgement;
  judgement.promise = std::move(promise);
  judgement.reachedAll = simulation.incomplete.empty();
  judgement.deadlock = simulation.deadlock.has_value();
  const ModelPromise& given = judgement.promise;
  switch (given.kind) {
    case ModelPromise::Kind::Racy:
    case ModelPromise::Kind::Undefined:
      judgement.answer = Judgement::Answer::NothingPromised;
      return judgement;
    case ModelPromise::Kind::Unknown:
      judgement.undecided = "the model: " + given.undecided.value_or("");
      return judgement;
    case ModelPromise::Kind::Kept:
      break;
  }
  std::vector<std::vector<Value>> reached;
  for (std::size_t i = 0; i < simulation.outcomes.size(); ++i) {
    reached.push_back(simulation.outcomes[i].values);
    if (!given.allows(reached.back())) {
      (given.undecided ? judgement.unknown : judgement.outside).push_back(i);
    }
  }
  std::ranges::sort(reached);
  std::ranges::set_difference(given.outcomes, reached, std::back_inserter(judgement.notReached));
  if (!judgement.outside.empty() || judgement.deadlock) {
    judgement.answer = Judgement::Answer::Broken;
  } else if (given.undecided) {
    judgement.undecided = "the model: " + *given.undecided;
  } else if (!judgement.reachedAll) {
    judgement.undecided = simulation.incomplete;
  } else if (given.outcomes.empty() && reached.empty()) {
    judgement.undecided = "vacuous: neither the model nor the machine has a final state";
  } else {
    judgement.answer = Judgement::Answer::Sound;
  }
  return judgement;
}

}  // namespace hrfcheck
