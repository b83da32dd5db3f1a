#include "check/undecided_verdict.h"

#include "check/models/scope_of_model.h"

namespace hrfcheck::inline check {

Verdict undecidedVerdict(std::shared_ptr<const Program> program, const Model& model, unsigned unrollBound,
                         const AnalysisOptions& asked, const std::string& why) {
  Verdict verdict;
  verdict.program = std::move(program);
  verdict.model = model.name;
  verdict.modelTitle = model.header.title;
  verdict.engine = "none";
  verdict.unrollBound = unrollBound;
  verdict.outcomesAsked = asked.outcomes;
  verdict.analysis.undecided = why;
  verdict.incomplete = why;
  verdict.raceStatus = !asked.flags          ? RaceStatus::NotAsked
                       : definesRaces(model) ? RaceStatus::Undecided
                                             : RaceStatus::NotDefined;
  const bool condition = asked.outcomes != OutcomeSearch::None;
  verdict.condition = condition ? Status::Undecided : Status::NotAsked;
  verdict.observation = condition ? Observation::Undecided : Observation::NotAsked;
  verdict.holding = condition ? Holding::Undecided : Holding::NotAsked;
  verdict.outsideOfModel = !outsideOf(model, *verdict.program).empty();
  return verdict;
}

}  // namespace hrfcheck::inline check
