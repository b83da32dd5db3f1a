#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "check/prepare/rules.h"
#include "machine/machine.h"
#include "synth/judge/judge.h"
#include "synth/judge/shape_judge.h"
#include "synth/shapes/bounds.h"
#include "synth/shapes/observation.h"
#include "synth/shapes/shape.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline synth {

/// Which tests are looked for.
enum class SynthWanted {
  NotForbidden,  ///< that some model does not forbid
  ToldApart,     ///< that two models answer differently (tellApart)
  Minimal        ///< that all models forbid, but none of what is weaker by one step (MinimalSearch)
};

/// A machine that is asked about tests, too.
struct SynthMachine {
  std::string name;  ///< as the user gave it
  SimulationOptions simulation;
};

/// A model under the name that it is asked for.
struct NamedModel {
  std::string name;
  std::shared_ptr<const Model> model;  ///< null: there is none
};

/// Models, and the tests that they are asked about.
struct SynthQuestion {
  std::vector<std::shared_ptr<const Model>> models;
  SynthBounds bounds;
  SynthWanted wanted = SynthWanted::NotForbidden;
  /// By model, what HSA tests are converted to for it (AskedModel::target). None: all take HSA tests; so they
  /// must for minimal tests.
  std::vector<std::string> targets = {};
  /// Of the tests that distinguish two models, those are wanted on which this one sides with a model.
  std::optional<SynthMachine> machine = std::nullopt;
  /// Where none of the models takes HSA tests: the default model of these, whose answers are written with
  /// tests.
  NamedModel beside = {};
  /// Kinds that were asked for, but have none of the orders: fences among ordinary accesses.
  std::vector<SynthKind> withoutOrder = {};
  /// Plain: nothing is judged but single executions of single programs, and none is dropped before.
  Rules rules = Rules::Licensed;

  /// Empty where the model takes HSA tests.
  std::string targetOf(std::size_t model) const { return targets.empty() ? "" : targets[model]; }
  /// Some model takes tests of another dialect.
  bool converts() const;
};

/// A test, that is, a program and an observation, and what the models say of it.
struct AnsweredTest {
  SynthShape shape;
  std::vector<std::uint32_t> numbers;  ///< by step: of its annotation among annotationsOf
  SynthObservation observation;
  std::vector<SynthAnswer> answers;  ///< by model
  /// Whether the machine of the question reaches the observation, where there is one.
  std::optional<bool> reached = std::nullopt;
};

/// The annotations with these numbers, by step.
std::vector<StepAnnotation> annotationsOf(const SynthShape& shape, const std::vector<std::uint32_t>& numbers,
                                          const SynthBounds& bounds);

/// How much a search has looked at.
struct SynthCounts {
  std::uint64_t shapes = 0;      ///< programs without annotations
  std::uint64_t executions = 0;  ///< candidate executions of these
  std::uint64_t pruned = 0;      ///< of them, forbidden by all models whatever the annotations
  std::uint64_t programs = 0;    ///< with annotations, of shapes with executions that are left
  std::uint64_t inexpressible =
      0;                        ///< of these, those that the dialect of a model cannot express: not judged
  std::uint64_t judged = 0;     ///< tests of the others, each under every model
  std::uint64_t found = 0;      ///< tests that are wanted
  std::uint64_t open = 0;       ///< others that tell the models apart, and the machine sides with neither
  std::uint64_t undecided = 0;  ///< the same, and the machine's exploration reached a limit
  std::uint64_t refused = 0;    ///< the same, and the machine has no rules for an operation
  std::uint64_t skipped = 0;    ///< shapes that have too many executions to be searched (TooManyExecutions)

  SynthCounts& operator+=(const SynthCounts& other);
  friend bool operator==(const SynthCounts&, const SynthCounts&) = default;
};

/// How a shape is searched: calls the last argument with every test of the shape that is wanted, one of each
/// class under renaming, in a fixed order, and counts what it looks at.
/// @throws OutOfTime when the deadline expires first; the counts have what was looked at until then
/// @throws TooManyExecutions
using ShapeSearch = std::function<void(const SynthShape&, const Deadline&, SynthCounts&,
                                       const std::function<void(const AnsweredTest&)>&)>;
/// The search for what a question asks for; the question must outlive it.
ShapeSearch shapeSearch(const SynthQuestion& question);

/// Finds out what models say of the executions of shapes.
class AnswerSearch {
 public:
  /// @param question must outlive the search; minimal tests are not for this one
  explicit AnswerSearch(const SynthQuestion& question);

  /// Calls `visit` with every test of the shape that is wanted, one of each class under renaming, in a fixed
  /// order.
  /// @throws OutOfTime when the deadline expires first; `counts` has what was looked at until then
  void search(const SynthShape& shape, const Deadline& deadline, SynthCounts& counts,
              const std::function<void(const AnsweredTest&)>& visit);

 private:
  class OfShape;

  const SynthQuestion& question_;
  std::unique_ptr<ShapeJudge> judge_;
};

}  // namespace hrfcheck::inline synth
