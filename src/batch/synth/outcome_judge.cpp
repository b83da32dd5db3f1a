#include "batch/synth/outcome_judge.h"

#include <algorithm>

#include "cat/model/undefining_checks.h"
#include "program/skeleton/skeleton.h"

// A program of which no execution has a race is asked about once: what it may end in is allowed. Of another
// one each final state is asked about again, behind a filter that leaves the executions that end in it.

namespace hrfcheck::inline batch {
namespace {

Model withoutOtherFlags(Model model) {
  std::erase_if(model.checks,
                [](const Check& check) { return check.role == CheckRole::Flag && !makesUndefined(check); });
  return model;
}

ConditionPtr condition(const std::vector<StateVariable>& variables, const std::vector<Value>& values) {
  auto result = std::make_shared<const Condition>(Condition{TrueCondition{}});
  for (std::size_t v = 0; v < variables.size(); ++v) {
    const auto equal = std::make_shared<const Condition>(
        Condition{CompareCondition{variables[v], CompareOp::Eq, values[v]}});
    result = std::make_shared<const Condition>(Condition{AndCondition{result, equal}});
  }
  return result;
}

}  // namespace

OutcomeJudge::OutcomeJudge(const Model& model)
    : model_(withoutOtherFlags(model)),
      definesRaces_(std::ranges::any_of(model_.checks, makesUndefined)),
      engine_(makeExplicitEngine()) {}

OutcomeAnswers OutcomeJudge::answers(const std::shared_ptr<const Program>& program,
                                     const Deadline& deadline) {
  const auto skeleton = std::make_shared<const Skeleton>(program, 4, SpinRounds::All, deadline);
  AnalysisOptions options;
  options.flags = definesRaces_;
  options.deadline = deadline;
  const Analysis analysis = engine_->analyse(skeleton, model_, options);
  if (analysis.undecided) {
    throw OutOfTime{};
  }
  OutcomeAnswers answers;
  for (const Outcome& outcome : analysis.outcomes) {
    const bool racy = !analysis.flags.empty() && racyIn(*program, outcome.values, deadline);
    answers.emplace_back(outcome.values, racy ? SynthAnswer::Racy : SynthAnswer::Allowed);
  }
  return answers;
}

/// Some consistent execution that ends in these values has a race.
bool OutcomeJudge::racyIn(const Program& program, const std::vector<Value>& values,
                          const Deadline& deadline) {
  auto filtered = std::make_shared<Program>(program);
  filtered->filter = condition(program.observed, values);
  const auto skeleton = std::make_shared<const Skeleton>(filtered, 4, SpinRounds::All, deadline);
  AnalysisOptions options;
  options.outcomes = OutcomeSearch::None;
  options.deadline = deadline;
  const Analysis analysis = engine_->analyse(skeleton, model_, options);
  if (analysis.undecided) {
    throw OutOfTime{};
  }
  return !analysis.flags.empty();
}

}  // namespace hrfcheck::inline batch
