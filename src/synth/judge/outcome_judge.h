#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "check/prepare/rules.h"
#include "engine/engine.h"
#include "program/ir/program.h"
#include "synth/judge/judge.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline synth {

/// The final states of a program that a model does not forbid, each with the values of Program::observed, and
/// whether it is allowed or racy.
using OutcomeAnswers = std::vector<std::pair<std::vector<Value>, SynthAnswer>>;

/// Says what a model says of the final states of programs of any dialect, as the explicit engine (or the
/// reference) finds them:
/// slow, and independent of what events the program has.
class OutcomeJudge {
 public:
  /// @param model of the dialect of the programs
  explicit OutcomeJudge(const Model& model, Rules rules = Rules::Licensed);

  /// @pre the program has neither a filter nor a condition
  /// @throws OutOfTime also where the engine has no complete answer for another reason
  OutcomeAnswers answers(const std::shared_ptr<const Program>& program, const Deadline& deadline);
  /// Whether some consistent execution ends as the filter says, and none of those that do has a race.
  /// @param filter null: they all do
  /// @throws OutOfTime as `answers`
  bool raceFreeBehind(const Program& program, const ConditionPtr& filter, const Deadline& deadline);

 private:
  OutcomeAnswers answersByOutcomes(const PreparedTest& test, const Deadline& deadline);
  OutcomeAnswers answersByExecutions(const PreparedTest& test, const Deadline& deadline);

  Model model_;  ///< without flags that make nothing undefined
  bool definesRaces_;
  Rules rules_;
  std::unique_ptr<Engine> engine_;
};

}  // namespace hrfcheck::inline synth
