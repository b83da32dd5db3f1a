// The witness of a finding tells at once where it has no cycle. Where all witnesses of a finding have one,
// the engine is asked again, with cycles forbidden: an engine keeps one execution for each finding, and there
// may be others.

#include "check/thin_air/value_cycles.h"

#include <algorithm>

#include "cat/model/value_cycles.h"
#include "check/prepare/preparation.h"
#include "check/probe.h"
#include "check/races/races.h"

namespace hrfcheck::inline check {
namespace {

bool hasCycle(const Witness& witness) {
  return hasValueCycle(witness.execution());
}

/// What somebody wants to know of a finding.
class CycleQuestion {
 public:
  CycleQuestion(const Verdict& verdict, const Model& model, const Deadline& deadline)
      : verdict_(verdict), model_(model), deadline_(deadline) {}

  bool raceHasCycles() const {
    const FlagFinding* race = findFlag(model_, verdict_.analysis, kRaceFlag);
    return race != nullptr && hasCycle(race->witness) &&
           std::ranges::all_of(race->pairs, [&](const FlagPair& pair) {
             deadline_.check();
             return hasCycle(pair.witness);
           });
  }

  /// Outcomes that make `exists` hold, and `forall` and `~exists` fail.
  bool isTelling(const Outcome& outcome) const {
    return outcome.satisfiesCondition == (verdict_.program->quantifier != Quantifier::Forall);
  }

  bool conditionHasCycles() const {
    bool some = false;
    for (const Outcome& outcome : verdict_.analysis.outcomes) {
      deadline_.check();
      if (isTelling(outcome)) {
        if (!hasCycle(outcome.witness)) {
          return false;
        }
        some = true;
      }
    }
    return some;
  }

  bool incidentHasCycle(const Incident& incident) const {
    return incident.kind != IncidentKind::BoundReached && hasCycle(incident.witness);
  }

 private:
  const Verdict& verdict_;
  const Model& model_;
  const Deadline& deadline_;
};

bool hasIncident(const Analysis& analysis, const Incident& incident) {
  return std::ranges::any_of(analysis.incidents, [&](const Incident& other) {
    return other.kind == incident.kind && other.where == incident.where;
  });
}

}  // namespace

bool hasValueCycle(const Execution& execution) {
  return !(execution.rf | execution.addr | execution.data | execution.ctrl).acyclic();
}

void noteValueCycles(Verdict& verdict, Engine& engine, const PreparedTest& test,
                     const AnalysisOptions& options) try {
  const Model& model = test.model();
  if (plainlyForbidsDependencyCycles(model)) {
    return;
  }
  const CycleQuestion question(verdict, model, options.deadline);
  const bool race = question.raceHasCycles();
  const bool condition = question.conditionHasCycles();
  std::vector<Incident> incidents;
  std::ranges::copy_if(verdict.analysis.incidents, std::back_inserter(incidents),
                       [&](const Incident& incident) { return question.incidentHasCycle(incident); });
  if (!race && !condition && incidents.empty()) {
    return;
  }
  AnalysisOptions again = options;
  again.outcomes = condition ? OutcomeSearch::Condition : OutcomeSearch::None;
  again.flags = race;
  again.until.reset();
  again.dumpSmt2 = nullptr;
  Model without = model;
  forbidValueCycles(without);
  const Analysis found = engine.analyse(askedBesides(test, without), again);
  const bool complete = !found.undecided && std::ranges::none_of(found.incidents, [](const Incident& i) {
    return i.kind == IncidentKind::BoundReached;
  });
  if (!complete) {
    return;
  }
  verdict.raceOnlyThroughValueCycle = race && findFlag(without, found, kRaceFlag) == nullptr;
  verdict.conditionOnlyThroughValueCycle =
      condition && std::ranges::none_of(found.outcomes,
                                        [&](const Outcome& outcome) { return question.isTelling(outcome); });
  for (const Incident& incident : incidents) {
    if (!hasIncident(found, incident)) {
      verdict.incidentsOnlyThroughValueCycle.push_back({incident.kind, incident.where});
    }
  }
} catch (const OutOfTime&) {
  // What was found stands, without the remark.
}

void noteAssumption(Verdict& verdict, Engine& engine, const PreparedTest& test,
                    const AnalysisOptions& options) try {
  const std::optional<Model> without = withoutAssumption(test.model());
  const bool absence = (verdict.raceStatus == RaceStatus::RaceFree && !verdict.undefined) ||
                       verdict.observation == Observation::Never ||
                       verdict.observation == Observation::Always;
  if (!without || !absence) {
    return;
  }
  const PreparedTest withAll = preparedAnew(test, *without, options.deadline);
  const bool none = withAll.structure().circularValues() != CircularValues::Unknown &&
                    someValueCycle(engine, withAll, options) == std::optional(false);
  if (!none) {
    verdict.conditional.emplace_back(kNoThinAir);
  }
} catch (const OutOfTime&) {
  verdict.conditional.emplace_back(kNoThinAir);
}

}  // namespace hrfcheck::inline check
