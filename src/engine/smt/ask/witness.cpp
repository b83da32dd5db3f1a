// From a model of the formula back to an execution, trusting nothing: the threads are run again with the
// values that the reads were given, reads-from, coherence and choices are read off, and the result must be a
// candidate execution that the reference evaluator finds consistent. A wrong encoding can thus miss
// executions, but never report one that is not there.

#include "engine/smt/ask/witness.h"

#include <fmt/format.h>

#include "execution/witness/structure_run.h"
#include "util/invariant.h"

namespace hrfcheck::inline engine::smt {

WitnessReader::WitnessReader(const Encoding& encoding, std::shared_ptr<const EventStructure> structure,
                             const Model& model, const Solver& solver, const Deadline& deadline)
    : encoding_(encoding),
      structure_(std::move(structure)),
      model_(model),
      solver_(solver),
      evaluator_(model, *structure_, deadline) {}

ThreadRun WitnessReader::replay(ThreadId thread) const {
  const ProgramCode& code = encoding_.candidate().code();
  const auto value = [&](EventId read, LocationId) {
    for (const auto& [v, literal] : code.events[read].values.entries()) {
      if (solver_.value(literal)) {
        return v;
      }
    }
    throw InternalError(fmt::format("the solver gives '{}' no value", structure_->describe(read)));
  };
  const auto passes = [&](EventId arrival) { return solver_.value(code.passes.at(arrival)); };
  return runThread(*structure_, thread, value, passes);
}

std::vector<EventId> WitnessReader::readsFrom() const {
  const CandidateFormula& candidate = encoding_.candidate();
  std::vector<EventId> result(structure_->size(), kNoEvent);
  candidate.rf().may(structure_->size()).forEach([&](EventId w, EventId r) {
    if (solver_.value(candidate.exec(r)) && solver_.value(candidate.rf().at(w, r))) {
      result[r] = w;
    }
  });
  return result;
}

Relation WitnessReader::holding(const PairLiterals& literals) const {
  const CandidateFormula& candidate = encoding_.candidate();
  Relation result(structure_->size());
  literals.may(structure_->size()).forEach([&](EventId a, EventId b) {
    if (solver_.value(candidate.exec(a)) && solver_.value(candidate.exec(b)) &&
        solver_.value(literals.at(a, b))) {
      result.insert(a, b);
    }
  });
  return result;
}

WitnessReader::Checked WitnessReader::read() {
  std::vector<ThreadRun> runs;
  for (ThreadId t = 0; t < structure_->threads().size(); ++t) {
    runs.push_back(replay(t));
  }
  const CandidateFormula& candidate = encoding_.candidate();
  const LateArrivals late = candidate.arrivalOrders().late(
      *structure_, candidate.code(), [&](Lit literal) { return solver_.value(literal); });
  Execution execution = assemble(structure_, std::move(runs), readsFrom(), holding(candidate.co()), late);
  for (const PairLiterals& choice : encoding_.choices()) {
    execution.choices.push_back(holding(choice));
  }
  for (EventId e = 0; e < structure_->size(); ++e) {
    INVARIANT(execution.happened.contains(e) == solver_.value(encoding_.candidate().exec(e)),
              fmt::format("formula and code disagree whether '{}' happens", structure_->describe(e)));
  }
  const std::optional<std::string> why = whyNotCandidate(execution);
  INVARIANT(!why, fmt::format("the solver's model is no candidate execution: {}", *why));
  Evaluation evaluation = evaluator_.evaluate(execution);
  if (evaluation.failedCheck) {
    const std::size_t check = *evaluation.failedCheck;
    throw InternalError(fmt::format("the solver's model fails '{}'", check < model_.checks.size()
                                                                         ? model_.checks[check].name
                                                                         : "a linearisation"));
  }
  return {std::move(execution), std::move(evaluation.flags)};
}

}  // namespace hrfcheck::inline engine::smt
