#include "batch/synth/outcome_judge.h"

#include <algorithm>
#include <map>

#include "cat/model/undefining_checks.h"
#include "program/skeleton/skeleton.h"

// Under a model that defines no races, what a program may end in is allowed. Else the engine names every
// consistent execution, and those that end in one state are judged together.

namespace hrfcheck::inline batch {
namespace {

Model withoutOtherFlags(Model model) {
  std::erase_if(model.checks,
                [](const Check& check) { return check.role == CheckRole::Flag && !makesUndefined(check); });
  return model;
}

std::vector<Value> valuesOf(const Execution& execution, const std::vector<StateVariable>& variables) {
  std::vector<Value> values;
  for (const StateVariable& variable : variables) {
    values.push_back(execution.finalValue(variable));
  }
  return values;
}

/// @throws OutOfTime where the analysis is not complete
void requireComplete(const Analysis& analysis) {
  if (analysis.undecided) {
    throw OutOfTime{};
  }
}

}  // namespace

OutcomeJudge::OutcomeJudge(const Model& model)
    : model_(withoutOtherFlags(model)),
      definesRaces_(std::ranges::any_of(model_.checks, makesUndefined)),
      engine_(makeExplicitEngine()) {}

OutcomeAnswers OutcomeJudge::answers(const std::shared_ptr<const Program>& program,
                                     const Deadline& deadline) {
  const auto skeleton = std::make_shared<const Skeleton>(program, 4, SpinRounds::All, deadline);
  return definesRaces_ ? answersByExecutions(skeleton, deadline) : answersByOutcomes(skeleton, deadline);
}

OutcomeAnswers OutcomeJudge::answersByOutcomes(const std::shared_ptr<const Skeleton>& skeleton,
                                               const Deadline& deadline) {
  AnalysisOptions options;
  options.flags = false;
  options.deadline = deadline;
  const Analysis analysis = engine_->analyse(skeleton, model_, options);
  requireComplete(analysis);
  OutcomeAnswers answers;
  for (const Outcome& outcome : analysis.outcomes) {
    answers.emplace_back(outcome.values, SynthAnswer::Allowed);
  }
  return answers;
}

OutcomeAnswers OutcomeJudge::answersByExecutions(const std::shared_ptr<const Skeleton>& skeleton,
                                                 const Deadline& deadline) {
  std::map<std::vector<Value>, std::vector<Execution>> executions;  // by final state
  AnalysisOptions options;
  options.outcomes = OutcomeSearch::None;
  options.flags = false;
  options.symmetry = false;
  options.deadline = deadline;
  options.eachSatisfying = [&](const Witness& witness) {
    Execution execution = witness.execution();
    executions[valuesOf(execution, skeleton->program().observed)].push_back(std::move(execution));
    return true;
  };
  requireComplete(engine_->analyse(skeleton, model_, options));
  SynthJudge judge(model_, *skeleton, deadline);
  OutcomeAnswers answers;
  for (const auto& [values, ending] : executions) {
    std::vector<const Execution*> pointers;
    for (const Execution& execution : ending) {
      pointers.push_back(&execution);
    }
    answers.emplace_back(values, judge.judge(pointers));
  }
  return answers;
}

bool OutcomeJudge::raceFreeBehind(const Program& program, const ConditionPtr& filter,
                                  const Deadline& deadline) {
  auto filtered = std::make_shared<Program>(program);
  filtered->filter = filter;
  AnalysisOptions options;
  options.flags = definesRaces_;
  options.deadline = deadline;
  const Analysis analysis = engine_->analyse(
      std::make_shared<const Skeleton>(filtered, 4, SpinRounds::All, deadline), model_, options);
  requireComplete(analysis);
  return !analysis.outcomes.empty() && analysis.flags.empty();
}

}  // namespace hrfcheck::inline batch
