#include "synth/judge/outcome_judge.h"

#include <algorithm>
#include <map>

#include "cat/model/undefining_checks.h"
#include "check/prepare/preparation.h"
#include "util/mapped.h"

// Under a model that defines no races, what a program may end in is allowed. Else the engine names every
// consistent execution, and those that end in one state are judged together.

namespace hrfcheck::inline synth {
namespace {

/// Synthesized programs have no loops.
constexpr unsigned kUnrollOfPrograms = 4;

Model withoutOtherFlags(Model model) {
  std::erase_if(model.checks,
                [](const Check& check) { return check.role == CheckRole::Flag && !makesUndefined(check); });
  return model;
}

std::vector<Value> valuesOf(const Execution& execution, const std::vector<StateVariable>& variables) {
  return mapped<Value>(variables,
                       [&](const StateVariable& variable) { return execution.finalValue(variable); });
}

/// @throws OutOfTime where the analysis is not complete
void requireComplete(const Analysis& analysis) {
  if (analysis.undecided) {
    throw OutOfTime{};
  }
}

}  // namespace

OutcomeJudge::OutcomeJudge(const Model& model, Rules rules)
    : model_(withoutOtherFlags(model)),
      definesRaces_(std::ranges::any_of(model_.checks, makesUndefined)),
      rules_(rules),
      engine_(rules == Rules::Plain ? makeReferenceEngine() : makeExplicitEngine()) {}

OutcomeAnswers OutcomeJudge::answers(const std::shared_ptr<const Program>& program,
                                     const Deadline& deadline) {
  const PreparedTest test = prepared(program, kUnrollOfPrograms, model_, deadline, rules_);
  return definesRaces_ ? answersByExecutions(test, deadline) : answersByOutcomes(test, deadline);
}

OutcomeAnswers OutcomeJudge::answersByOutcomes(const PreparedTest& test, const Deadline& deadline) {
  AnalysisOptions options;
  options.flags = false;
  options.deadline = deadline;
  const Analysis analysis = engine_->analyse(test, options);
  requireComplete(analysis);
  OutcomeAnswers answers;
  for (const Outcome& outcome : analysis.outcomes) {
    answers.emplace_back(outcome.values, SynthAnswer::Allowed);
  }
  return answers;
}

OutcomeAnswers OutcomeJudge::answersByExecutions(const PreparedTest& test, const Deadline& deadline) {
  std::map<std::vector<Value>, std::vector<Execution>> executions;  // by final state
  AnalysisOptions options;
  options.outcomes = OutcomeSearch::None;
  options.flags = false;
  options.symmetry = false;
  options.deadline = deadline;
  options.eachSatisfying = [&](const Witness& witness) {
    Execution execution = witness.execution();
    executions[valuesOf(execution, test.program().observed)].push_back(std::move(execution));
    return true;
  };
  requireComplete(engine_->analyse(test, options));
  SynthJudge judge(model_, test.structure(), deadline);
  OutcomeAnswers answers;
  for (const auto& [values, ending] : executions) {
    auto pointers = mapped<const Execution*>(ending, [&](const Execution& execution) { return &execution; });
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
  const Analysis analysis =
      engine_->analyse(prepared(filtered, kUnrollOfPrograms, model_, deadline, rules_), options);
  requireComplete(analysis);
  return !analysis.outcomes.empty() && analysis.flags.empty();
}

}  // namespace hrfcheck::inline synth
