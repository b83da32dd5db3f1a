#pragma once

#include <cstdint>
#include <vector>

#include "synth/lanes/lane_inputs.h"
#include "synth/lanes/lane_plan.h"

namespace hrfcheck::inline synth {

/// What a model says of an execution, or of all executions of an observation, in all lanes. A racy lane is
/// not an allowed one; the others are forbidden.
struct LaneAnswers {
  Lanes allowed;
  Lanes racy;
};

/// Judges executions of a shape under all models of a plan, with all annotations of a chunk at a time. Says
/// what SynthJudge says of each of them by itself.
class LaneJudge {
 public:
  /// The plan must outlive the judge.
  explicit LaneJudge(const LanePlan& plan);

  /// Goes to the executions of a shape; the inputs must outlive what is asked of it.
  void startShape(const LaneInputs& inputs);
  /// Says that the inputs went to another chunk.
  void startChunk();
  /// Goes to an execution.
  /// @param rf, co a row of bits by event, which must outlive what is asked
  void startExecution(const std::vector<std::uint32_t>& rf, const std::vector<std::uint32_t>& co);

  /// No requirement fails whatever the annotations, as far as withoutAnnotations finds out.
  /// @param part rf and co are parts of those of executions: then only requirements count that fail for all
  /// of these when they fail for the part
  bool plainlyConsistent(std::size_t model, bool part = false);
  /// Adds what the model says of the execution.
  /// @throws UserError where the third argument of linearisations(...) is not an equivalence
  void judge(std::size_t model, LaneAnswers& answers);

 private:
  const LaneValue& value(CatNodeId node);
  void compute(CatNodeId node);
  void fold(CatNodeId node, const ClassFoldNode& n);
  void baseRelation(LaneValue& out, const BaseNode& n);
  void forget(LaneDependence bits);
  Lanes raised(const LaneCheck& check);
  void choose(const LaneModel& model, std::size_t choice, Lanes lanes, LaneAnswers& answers);

  const LanePlan& plan_;
  std::vector<LaneValue> values_;                ///< by node
  std::vector<char> valid_;                      ///< by node
  std::vector<std::vector<CatNodeId>> nodesOf_;  ///< by bit of LaneDependence
  std::vector<CatNodeId> variableOf_;            ///< by bit: the node of a class variable
  const LaneInputs* inputs_ = nullptr;
  const std::vector<std::uint32_t>* rf_ = nullptr;
  const std::vector<std::uint32_t>* co_ = nullptr;
  LaneValue scratch_;
};

}  // namespace hrfcheck::inline synth
