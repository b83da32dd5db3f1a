#pragma once

#include <array>
#include <memory>
#include <vector>

#include "cat/model/model.h"
#include "execution/evaluate/evaluate.h"
#include "execution/execution.h"

namespace hrfcheck::inline synth {

/// What a model says of an observation, that is, of the executions of a test that end in it. Racy: some
/// consistent one has a race or is undefined, so that everything is allowed.
enum class SynthAnswer { Forbidden, Allowed, Racy };
/// "forbidden", "allowed", "racy".
const char* nameOf(SynthAnswer answer);
std::optional<SynthAnswer> synthAnswerNamed(const std::string& name);

/// The first model allows what the second forbids, or one of the two finds a race where the other finds none
/// (docs/synth.md, "What distinguishes two models").
bool tellApart(SynthAnswer first, SynthAnswer second);

/// Judges executions of one structure under one model.
class SynthJudge {
 public:
  /// Both must outlive the judge. @throws OutOfTime, here and below
  SynthJudge(const Model& model, const EventStructure& structure, const Deadline& deadline);

  /// @param executions candidates of the structure that end in one observation
  SynthAnswer judge(const std::vector<const Execution*>& executions);
  /// Some choice of the model makes it consistent.
  bool consistent(const Execution& execution);

 private:
  const Model& model_;
  Evaluator evaluator_;
};

}  // namespace hrfcheck::inline synth
