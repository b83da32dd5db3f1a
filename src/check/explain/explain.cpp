// The simplest execution with an outcome: the explicit engine visits every consistent execution that ends so,
// and the one with fewest context switches, then with fewest edges between threads, is kept (event_order.h).
// Where there are too many, or the search takes too long, the simplest of those that were visited is given,
// and said to be that. Any engine may have been asked whether there is one at all.

#include "check/explain/explain.h"

#include "check/open_answer.h"
#include "program/structure/circular_reach.h"

namespace hrfcheck::inline check {
namespace {

class Simplest {
 public:
  explicit Simplest(std::uint64_t most) : most_(most) {}

  /// False when enough have been seen.
  bool look(const Witness& witness) {
    const Execution execution = witness.execution();
    const Simplicity simplicity = simplicityOf(execution);
    if (!best_ || simplicity < simplicity_) {
      best_ = execution;
      simplicity_ = simplicity;
    }
    return ++seen_ < most_;
  }

  bool found() const { return best_.has_value(); }
  ExampleExecution take(bool all) && {
    EventOrder order = simplestOrder(*best_);
    return {std::move(*best_), std::move(order), seen_, all && seen_ < most_};
  }

 private:
  std::uint64_t most_;
  std::uint64_t seen_ = 0;
  std::optional<Execution> best_;
  Simplicity simplicity_{};
};

ExampleExecution simplest(const Witness& known, const PreparedTest& test, const ExplainOptions& options) {
  Simplest search(options.mostExecutions);
  AnalysisOptions analysis = options.analysis;
  analysis.outcomes = OutcomeSearch::None;
  analysis.flags = false;
  analysis.symmetry = false;
  analysis.candidateLimit = 50 * options.mostExecutions;
  analysis.eachSatisfying = [&](const Witness& witness) { return search.look(witness); };
  const Analysis found = makeExplicitEngine()->analyse(test, analysis);
  if (!search.found()) {
    search.look(known);
  }
  return std::move(search).take(!found.undecided);
}

}  // namespace

OutcomeExplanation explainOutcome(Engine& engine, const PreparedTest& test, const ExplainOptions& options) {
  AnalysisOptions analysis = options.analysis;
  analysis.outcomes = OutcomeSearch::Condition;
  analysis.flags = false;
  const Analysis answer = engine.analyse(test, analysis);
  OutcomeExplanation result;
  for (const Outcome& outcome : answer.outcomes) {
    if (outcome.satisfiesCondition) {
      result.status = Status::Allowed;
      result.example = simplest(outcome.witness, test, options);
      return result;
    }
  }
  if (answer.undecided) {
    result.undecided = answer.undecided;
    return result;
  }
  for (const Incident& incident : answer.incidents) {
    if (incident.kind == IncidentKind::BoundReached) {
      result.undecided = "bound reached";
      return result;
    }
  }
  if (const auto why = whyOnlySomeValues(test.structure(), undefTaint(test.structure()))) {
    result.undecided = why;
    return result;
  }
  if (test.structure().narrowed()) {  // under less than the whole model, reads could return more
    result.undecided = "it is not allowed, but there are too many possible values to explain why";
    return result;
  }
  if (test.structure().circularValues() == CircularValues::Unknown &&
      circularReach(test.structure()).condition) {
    result.undecided = kThinAir;
    return result;
  }
  result.forbidden = whyForbidden(engine, test, options.analysis);
  result.undecided = result.forbidden->undecided;
  result.status = result.undecided          ? Status::Undecided
                  : answer.outcomes.empty() ? Status::Vacuous
                                            : Status::Forbidden;
  return result;
}

}  // namespace hrfcheck::inline check
