#include "check/check.h"

#include <algorithm>
#include <utility>

#include "check/faults.h"
#include "check/notes.h"
#include "check/races.h"
#include "check/scope_of_model.h"

namespace hrfcheck {
namespace {

bool has(const Analysis& analysis, IncidentKind kind) {
  return std::any_of(analysis.incidents.begin(), analysis.incidents.end(),
                     [&](const Incident& i) { return i.kind == kind; });
}

std::optional<std::string> whyIncomplete(const Analysis& analysis) {
  if (analysis.undecided) {
    return analysis.undecided;
  }
  if (has(analysis, IncidentKind::BoundReached)) {
    return "bound reached";
  }
  return std::nullopt;
}

/// What was found stands; what was not found is an answer only when the search was complete.
RaceStatus raceStatusOf(const Verdict& verdict, const Model& model, bool asked) {
  if (!asked) {
    return RaceStatus::NotAsked;
  }
  const bool defined = std::any_of(model.checks.begin(), model.checks.end(), [](const Check& c) {
    return c.role == CheckRole::Flag && c.name == kRaceFlag;
  });
  if (!defined) {
    return RaceStatus::NotDefined;
  }
  if (verdict.racy) {
    return RaceStatus::Racy;
  }
  return verdict.incomplete ? RaceStatus::Undecided : RaceStatus::RaceFree;
}

struct Counted {
  bool positive = false;
  bool negative = false;
};

Counted countOutcomes(const Analysis& analysis) {
  Counted found;
  for (const Outcome& outcome : analysis.outcomes) {
    (outcome.satisfiesCondition ? found.positive : found.negative) = true;
  }
  return found;
}

/// An engine may find more than it was asked for; a report must not depend on that.
void keepWhatWasAsked(Analysis& analysis, const AnalysisOptions& options) {
  if (!options.flags) {
    analysis.flags.clear();
  }
  if (options.outcomes == OutcomeSearch::All) {
    return;
  }
  analysis.executionCounts.reset();
  Counted kept;
  std::erase_if(analysis.outcomes, [&](const Outcome& outcome) {
    bool& seen = outcome.satisfiesCondition ? kept.positive : kept.negative;
    return options.outcomes == OutcomeSearch::None || std::exchange(seen, true);
  });
}

std::string observationOf(Counted found, bool complete) {
  if (found.positive && found.negative) {
    return "Sometimes";
  }
  if (!complete) {
    return "Undecided";
  }
  return found.positive ? "Always" : "Never";
}

std::optional<bool> holdsFor(Quantifier quantifier, Counted found, bool complete) {
  const bool witness = quantifier == Quantifier::Forall ? found.negative : found.positive;
  if (!witness && !complete) {
    return std::nullopt;
  }
  return quantifier == Quantifier::Exists ? witness : !witness;
}

void settleCondition(Verdict& verdict) {
  if (verdict.outcomesAsked == OutcomeSearch::None) {
    verdict.condition = Status::NotAsked;
    verdict.observation = "NotAsked";
    return;
  }
  const bool complete = !verdict.incomplete;
  const Counted found = countOutcomes(verdict.analysis);
  verdict.condition = found.positive ? Status::Allowed : complete ? Status::Forbidden : Status::Undecided;
  verdict.observation = observationOf(found, complete);
  verdict.conditionHolds = holdsFor(verdict.program->quantifier, found, complete);
}

void nameFlags(Verdict& verdict, const Model& model) {
  for (std::size_t i = 0; i < verdict.analysis.flags.size(); ++i) {
    const Check& check = model.checks[verdict.analysis.flags[i].check];
    verdict.flags.push_back({check.name, check.role == CheckRole::UndefinedUnless, i});
  }
}

std::vector<LoopUse> loopsOf(const Skeleton& skeleton) {
  std::vector<LoopUse> loops;
  for (ThreadId t = 0; t < skeleton.threads().size(); ++t) {
    for (const Loop& loop : skeleton.threads()[t].loops) {
      loops.push_back({{t, loop.head}, loop.spin, loop.earlierRounds});
    }
  }
  return loops;
}

bool leavesUndefined(const Verdict& verdict) {
  return has(verdict.analysis, IncidentKind::BarrierDivergence) ||
         has(verdict.analysis, IncidentKind::Fault) ||
         std::any_of(verdict.flags.begin(), verdict.flags.end(),
                     [](const NamedFlag& f) { return f.undefinedUnless; });
}

}  // namespace

bool Verdict::settled() const {
  const bool conditionAlone = outcomesAsked == OutcomeSearch::Condition && raceStatus == RaceStatus::NotAsked;
  const bool finished = !analysis.undecided || (conditionAlone && observation == "Sometimes");
  return finished && raceStatus != RaceStatus::Undecided &&
         (outcomesAsked == OutcomeSearch::None || conditionHolds.has_value());
}

Verdict check(Engine& engine, const std::shared_ptr<const Skeleton>& skeleton, const Model& model,
              const CheckOptions& options) {
  Verdict verdict;
  verdict.program = skeleton->programPtr();
  verdict.model = model.name;
  verdict.modelTitle = model.header.title;
  verdict.unrollBound = skeleton->unrollBound();
  verdict.loops = loopsOf(*skeleton);
  verdict.events = skeleton->size();
  verdict.outcomesAsked = options.analysis.outcomes;
  verdict.analysis = engine.analyse(skeleton, model, options.analysis);
  keepWhatWasAsked(verdict.analysis, options.analysis);
  verdict.engine = engine.name();
  if (verdict.analysis.undecided && options.cancelled != nullptr && *options.cancelled) {
    verdict.analysis.undecided = "interrupted";
  }
  verdict.incomplete = whyIncomplete(verdict.analysis);
  verdict.racy = findFlag(model, verdict.analysis, kRaceFlag) != nullptr;
  verdict.raceStatus = raceStatusOf(verdict, model, options.analysis.flags);
  nameFlags(verdict, model);
  verdict.undefined = leavesUndefined(verdict);
  settleCondition(verdict);
  verdict.races = explainRaces(engine, *skeleton, model, verdict.analysis, options);
  for (const Incident& incident : verdict.analysis.incidents) {
    if (incident.kind == IncidentKind::Fault) {
      verdict.faults.push_back(explainFault(incident, *skeleton));
    }
  }
  verdict.notes = notesOf(model, verdict.analysis, *skeleton, options.analysis);
  verdict.outsideOfModel = !outsideOf(model, *verdict.program).empty();
  return verdict;
}

}  // namespace hrfcheck
