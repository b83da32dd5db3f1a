#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "synth/bitsliced/bitsliced_judge.h"
#include "synth/judge/judge.h"
#include "synth/shapes/annotation_table.h"
#include "synth/shapes/observation.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline synth {

/// How many executions of a shape there are, without annotations.
struct ShapeExtent {
  std::uint64_t executions = 0;  ///< candidate executions
  std::uint64_t pruned = 0;      ///< of them, forbidden by all models whatever the annotations
  std::uint64_t programs = 0;    ///< ways to annotate the steps; 0 where nothing is left
};

/// Which executions of a shape are judged.
enum class KeptExecutions {
  Possible,   ///< those that some model may not forbid
  All,        ///< observations of which nothing is left, too
  Everything  ///< none is dropped (makeProgramJudge alone)
};

/// Says what models say of the tests of a shape, a chunk of programs at a time: those with the numbers
/// [first, first + Bitslice::kCount), numbered as BitslicedInputs does.
class ShapeJudge {
 public:
  virtual ~ShapeJudge() = default;

  /// Lists the executions of a shape, and drops those that all models forbid whatever the annotations; with
  /// KeptExecutions::Possible also the observations that have no others.
  /// @param shape must outlive what is asked of it
  /// @throws TooManyExecutions, with KeptExecutions::All and Everything
  /// @throws OutOfTime, here and below
  virtual ShapeExtent start(const SynthShape& shape, const Deadline& deadline) = 0;
  /// Once under the symmetries of the shape.
  virtual const std::vector<ObservedExecutions>& observations() const = 0;
  /// By observation and model.
  virtual std::vector<std::vector<BitslicedAnswers>> judge(std::uint64_t first, const Deadline& deadline) = 0;
  /// Of the chunk judged last, the programs that the dialect of some model cannot express: what their answers
  /// say means nothing.
  virtual Bitslice inexpressible() const { return {}; }
};

/// Computes the definitions of all models for all programs of a chunk at once, where the models allow it
/// (BitslicedPlan::of); else one program after the other.
std::unique_ptr<ShapeJudge> makeShapeJudge(const std::vector<std::shared_ptr<const Model>>& models,
                                           const SynthBounds& bounds,
                                           KeptExecutions kept = KeptExecutions::Possible);
/// One program after the other, with the evaluator of the engines: slow, for any model.
std::unique_ptr<ShapeJudge> makeProgramJudge(const std::vector<std::shared_ptr<const Model>>& models,
                                             const SynthBounds& bounds,
                                             KeptExecutions kept = KeptExecutions::Possible);

}  // namespace hrfcheck::inline synth
