#pragma once

#include <cstdint>
#include <vector>

#include "synth/bitsliced/bitsliced_inputs.h"
#include "synth/bitsliced/bitsliced_plan.h"

namespace hrfcheck::inline synth {

/// What a model says of an execution, or of all executions of an observation, in all lanes. A racy lane is
/// not an allowed one; the others are forbidden.
struct BitslicedAnswers {
  Bitslice allowed;
  Bitslice racy;
};

/// Judges executions of a shape under all models of a plan, with all annotations of a chunk at a time. Says
/// what SynthJudge says of each of them by itself.
class BitslicedJudge {
 public:
  /// The plan must outlive the judge.
  explicit BitslicedJudge(const BitslicedPlan& plan);

  /// Goes to the executions of a shape; the inputs must outlive what is asked of it.
  void startShape(const BitslicedInputs& inputs);
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
  void judge(std::size_t model, BitslicedAnswers& answers);

 private:
  const BitslicedValue& value(CatNodeId node);
  void compute(CatNodeId node);
  void fold(CatNodeId node, const ClassFoldNode& n);
  void baseRelation(BitslicedValue& out, const BaseNode& n);
  void forget(BitslicedDependence bits);
  Bitslice raised(const BitslicedCheck& check);
  void choose(const BitslicedModel& model, std::size_t choice, Bitslice lanes, BitslicedAnswers& answers);

  const BitslicedPlan& plan_;
  std::vector<BitslicedValue> values_;           ///< by node
  std::vector<char> valid_;                      ///< by node
  std::vector<std::vector<CatNodeId>> nodesOf_;  ///< by bit of BitslicedDependence
  std::vector<CatNodeId> variableOf_;            ///< by bit: the node of a class variable
  const BitslicedInputs* inputs_ = nullptr;
  const std::vector<std::uint32_t>* rf_ = nullptr;
  const std::vector<std::uint32_t>* co_ = nullptr;
  BitslicedValue scratch_;
};

}  // namespace hrfcheck::inline synth
