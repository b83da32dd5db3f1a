#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "batch/synth/judge.h"
#include "engine/engine.h"
#include "program/ir/program.h"
#include "util/deadline.h"

namespace hrfcheck::inline batch {

/// The final states of a program that a model does not forbid, each with the values of Program::observed, and
/// whether it is allowed or racy.
using OutcomeAnswers = std::vector<std::pair<std::vector<Value>, SynthAnswer>>;

/// Says what a model says of the final states of programs of any dialect, as the explicit engine finds them:
/// slow, and independent of what events the program has.
class OutcomeJudge {
 public:
  /// @param model of the dialect of the programs
  explicit OutcomeJudge(const Model& model);

  /// @throws OutOfTime also where the engine has no complete answer for another reason
  OutcomeAnswers answers(const std::shared_ptr<const Program>& program, const Deadline& deadline);

 private:
  bool racyIn(const Program& program, const std::vector<Value>& values, const Deadline& deadline);

  Model model_;  ///< without flags that make nothing undefined
  bool definesRaces_;
  std::unique_ptr<Engine> engine_;
};

}  // namespace hrfcheck::inline batch
