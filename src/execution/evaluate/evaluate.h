#pragma once

#include <functional>
#include <optional>
#include <variant>

#include "cat/model/model.h"
#include "execution/execution.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline execution {

using CatValue = std::variant<EventSet, Relation>;

/// A flag raised by one execution, with the pairs of its relation (none for a flag on a set or on emptiness).
struct RaisedFlag {
  std::size_t check;  ///< index into Model::checks
  std::vector<std::pair<EventId, EventId>> pairs;
};

/// What a model says of one execution with its linearisations chosen.
struct Evaluation {
  std::optional<std::size_t> failedCheck;  ///< first requirement that fails, index into Model::checks
  std::vector<RaisedFlag> flags;           ///< empty when a requirement fails
  bool consistent() const { return !failedCheck; }
};

/// Evaluates a model on concrete executions by plain set algebra: the reference interpretation of cat.
/// Static definitions are computed once per structure. Not thread-safe; make one per thread.
class Evaluator {
 public:
  /// Both must outlive the evaluator.
  /// @param deadline looked at while values are computed: every function may throw OutOfTime, and then the
  ///        evaluator is good for nothing any more
  Evaluator(const Model& model, const EventStructure& structure, const Deadline& deadline = {});
  ~Evaluator();
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

  /// Calls `visit` with every choice of linearisations and its evaluation, failed ones included (a model
  /// without choices: once). Stops early when `visit` returns false, and returns false then.
  /// A failure that is known before all choices are made is visited once, with the choices made so far: of a
  /// requirement that needs no more of them, or of an order that has no linearisation (failedCheck =
  /// checks.size()). Choices of consistent evaluations are always complete.
  /// @throws UserError when classes(...) or the third argument of linearisations(...) is not an equivalence.
  bool forEachChoice(
      const Execution& execution,
      const std::function<bool(const std::vector<Relation>& choices, const Evaluation&)>& visit);

  /// With the choices given in `execution.choices`.
  /// A choice that is not a linearisation of its set fails the evaluation (failedCheck = checks.size()), and
  /// so does a missing one unless a requirement that does not need it fails.
  Evaluation evaluate(const Execution& execution);

  /// The value of a definition on an execution with its choices.
  /// @throws InternalError when it depends on a choice that the execution does not have.
  CatValue value(CatNodeId node, const Execution& execution);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace hrfcheck::inline execution
