#include "check/promise/promise.h"

#include <algorithm>

#include "cat/elaborate/same_model.h"
#include "check/check_options.h"
#include "check/models/interleavings.h"
#include "check/promise/declared.h"
#include "check/promise/every_interleaving.h"
#include "check/races/annotation_edit.h"
#include "check/races/races.h"
#include "check/undecided_verdict.h"
#include "program/ir/operands.h"

// When does a model promise interleavings? There are two kinds of models for which that is known:
//
//  * Models that look at sequentially consistent executions only (sc, drf0, hrf0, hrf-direct, hrf-indirect):
//    a program without a race has just those. Their definitions show it (check/models/interleavings.h).
//  * Models that look at weaker candidates, of which it is known that programs without a race, all of whose
//    atomics are sc, have just the outcomes of sc. Their files declare it, and the differential test checks
//    each promise that a built-in file declares (docs/testing.md). It is known of the models that come with
//    hrfcheck, not of other files under their names: theirs are no more than declared.
//
// A model finds races in executions that end. A race in an execution that does not end is found nevertheless:
// where some scheduler makes the program terminate, the end can be reached from every state, so that whatever
// has happened goes on to some end, and accesses that are unordered stay so.

namespace hrfcheck::inline check {
namespace {

using To = DeclaredPromise::To;

bool isBuiltIn(const Model& model, const Model* builtIn) {
  return builtIn != nullptr && cat::sameModel(model, *builtIn);
}

/// That interleavings are executions of the model is shown by its definitions. Of the built-in models in
/// which an ordinary read must return what happens-before makes visible (opencl, c11 and their variants) it
/// is tested: without a race, the latest write is what is visible (tests/check, docs/testing.md).
void findInterleavings(Promise& promise, const Program& program, const Model& model, bool builtIn) {
  promise.notShown = interleavingsLost(model, program);
  if (promise.notShown.empty()) {
    promise.everyInterleaving = PromiseBasis::Definitions;
  } else if (builtIn) {
    promise.everyInterleaving = PromiseBasis::Tested;
  }
}

/// No built-in model with scopes finds a race in it: every access is an atomic of the same scope, which all
/// threads are in. Asked where a loop bound keeps a model from an answer.
bool cannotRace(const Program& program) {
  std::optional<ScopeInstanceId> scope;
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    const auto& code = program.threads[t].instructions;
    for (std::uint32_t i = 0; i < code.size(); ++i) {
      if (accessKindOf(code[i].operation) == AccessKind::None) {
        continue;
      }
      const auto named = scopeOf(program, {t, i});
      if (!named || (scope && *scope != *named)) {
        return false;
      }
      scope = named;
    }
  }
  return scope && program.scopes.instances()[*scope].agents.size() == program.threads.size();
}

/// A promise in the making.
class Interleavings {
 public:
  Interleavings(const Verdict& verdict, const Model& model, const Model* builtIn)
      : verdict_(verdict), program_(*verdict.program), model_(model), builtIn_(builtIn) {
    promise_.model = verdict.model;
    promise_.races = verdict.raceStatus;
    promise_.undecided = "the interleavings are not listed";
    findInterleavings(promise_, program_, model_, isBuiltIn(model_, builtIn_));
    for (const Race& race : verdict.races) {
      promise_.racing.emplace_back(race.first, race.second);
    }
  }

  Promise promise() {
    if (verdict_.racy) {
      conclude(PromiseKind::Nothing, PromiseReason::Racy);
    } else if (verdict_.undefined) {
      conclude(PromiseKind::Nothing, PromiseReason::Undefined);
    } else {
      withoutRace();
    }
    return std::move(promise_);
  }

 private:
  void conclude(PromiseKind kind, PromiseReason reason, PromiseBasis basis = PromiseBasis::Definitions) {
    promise_.kind = kind;
    promise_.reason = reason;
    promise_.basis = basis;
  }

  void withoutRace() {
    switch (verdict_.raceStatus) {
      case RaceStatus::Undecided:
      case RaceStatus::NotAsked:
        if (!isBuiltIn(model_, builtIn_) || !cannotRace(program_)) {
          conclude(PromiseKind::Undecided, PromiseReason::RacesUndecided);
          promise_.undecided = verdict_.incomplete.value_or(verdict_.notConsidered.value_or("not asked"));
          return;
        }
        raceFree(PromiseReason::CannotRace);
        return;
      case RaceStatus::Vacuous:
        conclude(PromiseKind::Undecided, PromiseReason::NoExecution);
        return;
      case RaceStatus::NotDefined:
        noRaces();
        return;
      case RaceStatus::RaceFree:
      case RaceStatus::Racy:
        break;
    }
    raceFree(PromiseReason::RaceFree);
  }

  void noRaces() {
    const auto declared = declaredPromise(model_);
    if (hasOnlyInterleavings(model_, program_)) {
      conclude(PromiseKind::Interleavings, PromiseReason::OnlyInterleavings);
    } else if (declared && declared->to == To::EveryProgram && speaksOf(*declared, program_)) {
      conclude(PromiseKind::Interleavings, PromiseReason::OnlyInterleavings, PromiseBasis::Declared);
    } else {
      conclude(PromiseKind::Nothing, PromiseReason::NoRacesDefined);
    }
  }

  void raceFree(PromiseReason why) {
    if (hasOnlyInterleavings(model_, program_)) {
      conclude(PromiseKind::Interleavings, why);
      return;
    }
    const bool builtIn = isBuiltIn(model_, builtIn_);
    const auto declared = declaredPromise(builtIn ? *builtIn_ : model_);
    promise_.differsFromBuiltIn = builtIn_ != nullptr && !builtIn && declaredPromise(*builtIn_).has_value();
    if (!declared || !speaksOf(*declared, program_)) {
      conclude(PromiseKind::Nothing, PromiseReason::NoneDeclared);
      return;
    }
    if (declared->to == To::RaceFreeSeqCst) {
      promise_.weaker = weakerAccesses(program_);
    }
    if (!promise_.weaker.empty()) {
      conclude(PromiseKind::Nothing, PromiseReason::WeakerAccesses);
      return;
    }
    conclude(PromiseKind::Interleavings, why, builtIn ? PromiseBasis::Tested : PromiseBasis::Declared);
  }

  const Verdict& verdict_;
  const Program& program_;
  const Model& model_;
  const Model* builtIn_;
  Promise promise_;
};

void takeOutcomes(Promise& promise, const Analysis& analysis, const std::optional<std::string>& incomplete) {
  for (const Outcome& outcome : analysis.outcomes) {
    promise.outcomes.push_back(outcome.values);
  }
  std::ranges::sort(promise.outcomes);
  promise.undecided = incomplete;
}

/// Whether the model stands by the outcomes of the program.
/// @param why race freedom may be undecided
void settle(Promise& promise, RaceStatus races, bool undefined, const std::optional<std::string>& why) {
  const auto conclude = [&](PromiseKind kind, PromiseReason reason) {
    promise.races = races;
    promise.kind = kind;
    promise.reason = reason;
  };
  if (undefined && races != RaceStatus::Racy) {
    conclude(PromiseKind::Nothing, PromiseReason::Undefined);
    return;
  }
  switch (races) {
    case RaceStatus::Racy:
      conclude(PromiseKind::Nothing, PromiseReason::Racy);
      return;
    case RaceStatus::RaceFree:
      conclude(PromiseKind::Outcomes, PromiseReason::RaceFree);
      return;
    case RaceStatus::Vacuous:
      conclude(PromiseKind::Outcomes, PromiseReason::NoExecution);
      return;
    case RaceStatus::NotDefined:
      conclude(PromiseKind::Outcomes, PromiseReason::NoRacesDefined);
      return;
    case RaceStatus::Undecided:
    case RaceStatus::NotAsked:
      break;
  }
  conclude(PromiseKind::Undecided, PromiseReason::RacesUndecided);
  promise.undecided = why.value_or("race freedom not decided");
}

/// @throws UserError where the program is too large for a model
Promise listedOutcomes(Engine& engine, Preparation& preparation, const Model& races, const Model* outcomes,
                       const AnalysisOptions& analysis) {
  Promise promise;
  const Verdict verdict = checkProgram(engine, preparation.of(races, analysis.deadline),
                                       checkOptions(analysis, CheckQuestion::Everything, Explaining::No));
  promise.model = promise.outcomesOf = verdict.model;
  for (const Race& race : verdict.races) {
    promise.racing.emplace_back(race.first, race.second);
  }
  settle(promise, verdict.racy ? RaceStatus::Racy : verdict.raceStatus, verdict.undefined,
         verdict.incomplete ? verdict.incomplete : verdict.notConsidered);
  if (promise.kind != PromiseKind::Outcomes) {
    return promise;
  }
  if (outcomes == nullptr) {
    takeOutcomes(promise, verdict.analysis, verdict.whyMoreOutcomes());
  } else {
    const Verdict other = checkProgram(engine, preparation.of(*outcomes, analysis.deadline),
                                       checkOptions(analysis, CheckQuestion::Outcomes, Explaining::No));
    promise.outcomesOf = other.model;
    takeOutcomes(promise, other.analysis, other.whyMoreOutcomes());
  }
  return promise;
}

}  // namespace

bool Promise::allows(const std::vector<Value>& values) const {
  return std::ranges::binary_search(outcomes, values);
}

std::vector<Value> Promise::valuesBeside(const std::vector<Value>& state, std::size_t variable) const {
  std::vector<Value> values;
  for (const std::vector<Value>& allowed : outcomes) {
    std::vector<Value> same = state;
    same[variable] = allowed[variable];
    if (same == allowed) {
      values.push_back(allowed[variable]);
    }
  }
  std::ranges::sort(values);
  return values;
}

Promise promiseOfInterleavings(const Verdict& verdict, const Model& model, const Model* builtIn) {
  return Interleavings(verdict, model, builtIn).promise();
}

Promise promiseOfInterleavings(Engine& engine, Preparation& preparation, const Model& model,
                               const Model* builtIn, const CheckOptions& options) {
  const auto verdict = [&] {
    try {
      return checkProgram(engine, preparation.of(model, options.analysis.deadline), options);
    } catch (const OutOfTime&) {
      return undecidedVerdict(preparation.program(), model, preparation.unroll(), options.analysis,
                              "time limit");
    } catch (const UserError& tooLarge) {
      return undecidedVerdict(preparation.program(), model, preparation.unroll(), options.analysis,
                              tooLarge.diagnostics().front().message);
    }
  };
  return promiseOfInterleavings(verdict(), model, builtIn);
}

Promise promiseOfHangs(const Program& program, const Model& model, const Model* builtIn) {
  Promise promise;
  promise.model = model.name;
  promise.undecided = "not asked";
  findInterleavings(promise, program, model, isBuiltIn(model, builtIn));
  return promise;
}

std::optional<Promise> promiseWithoutModel(const Program& program) {
  if (program.notForModels.empty()) {
    return std::nullopt;
  }
  Promise promise;
  promise.kind = PromiseKind::NotApplicable;
  promise.reason = PromiseReason::NoModel;
  return promise;
}

Promise promiseOfOutcomes(Engine& engine, Preparation& preparation, const Model& races, const Model* outcomes,
                          const AnalysisOptions& analysis) {
  try {
    return listedOutcomes(engine, preparation, races, outcomes, analysis);
  } catch (const UserError& tooLarge) {
    Promise promise;
    promise.model = promise.outcomesOf = races.name;
    promise.undecided = tooLarge.diagnostics().front().message;
    return promise;
  }
}

Promise promiseByFlags(const Model& model, const Analysis& flags) {
  Promise promise;
  promise.model = promise.outcomesOf = model.name;
  const bool undefined = std::ranges::any_of(flags.flags, [&](const FlagFinding& finding) {
    return model.checks[finding.check].role == CheckRole::UndefinedUnless;
  });
  const RaceStatus races = findFlag(model, flags, kRaceFlag) != nullptr ? RaceStatus::Racy
                           : flags.undecided                            ? RaceStatus::Undecided
                                                                        : RaceStatus::RaceFree;
  settle(promise, races, undefined, flags.undecided);
  return promise;
}

Promise promiseOfOutcomes(const std::string& model, const Analysis& outcomes) {
  Promise promise;
  promise.kind = PromiseKind::Outcomes;
  promise.model = promise.outcomesOf = model;
  takeOutcomes(promise, outcomes, outcomes.undecided);
  return promise;
}

}  // namespace hrfcheck::inline check
