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

Analysis OutcomeJudge::analyse(const Program& program, const ConditionPtr& filter, OutcomeSearch outcomes,
                               const Deadline& deadline) {
  auto filtered = std::make_shared<Program>(program);
  filtered->filter = filter;
  const auto skeleton = std::make_shared<const Skeleton>(filtered, 4, SpinRounds::All, deadline);
  AnalysisOptions options;
  options.outcomes = outcomes;
  options.flags = definesRaces_;
  options.deadline = deadline;
  Analysis analysis = engine_->analyse(skeleton, model_, options);
  if (analysis.undecided) {
    throw OutOfTime{};
  }
  return analysis;
}

OutcomeAnswers OutcomeJudge::answers(const std::shared_ptr<const Program>& program,
                                     const Deadline& deadline) {
  const Analysis analysis = analyse(*program, nullptr, OutcomeSearch::All, deadline);
  OutcomeAnswers answers;
  for (const auto& [values, satisfies, witness] : analysis.outcomes) {
    const bool racy =
        !analysis.flags.empty() &&
        !analyse(*program, condition(program->observed, values), OutcomeSearch::None, deadline).flags.empty();
    answers.emplace_back(values, racy ? SynthAnswer::Racy : SynthAnswer::Allowed);
  }
  return answers;
}

bool OutcomeJudge::raceFreeBehind(const Program& program, const ConditionPtr& filter,
                                  const Deadline& deadline) {
  const Analysis analysis = analyse(program, filter, OutcomeSearch::All, deadline);
  return !analysis.outcomes.empty() && analysis.flags.empty();
}

}  // namespace hrfcheck::inline batch
