#pragma once

#include "engine/smt/encode/encoding.h"
#include "engine/smt/formula/solver.h"
#include "execution/evaluate/evaluate.h"

namespace hrfcheck::inline engine::smt {

/// Turns models of the solver into executions and re-checks them.
class WitnessReader {
 public:
  /// All must outlive the reader.
  WitnessReader(const Encoding& encoding, std::shared_ptr<const EventStructure> structure, const Model& model,
                const Solver& solver, const Deadline& deadline = {});

  /// The execution of the solver's last model, with what the evaluator says of it.
  /// @throws InternalError when it is not a candidate execution or fails a requirement: then encoder and
  /// evaluator
  ///         disagree
  struct Checked {
    Execution execution;
    std::vector<RaisedFlag> flags;
  };
  /// @throws OutOfTime when the deadline expires while it is re-checked
  Checked read();

 private:
  ThreadRun replay(ThreadId thread) const;
  std::vector<EventId> readsFrom() const;
  Relation holding(const PairLiterals& literals) const;

  const Encoding& encoding_;
  std::shared_ptr<const EventStructure> structure_;
  const Model& model_;
  const Solver& solver_;
  Evaluator evaluator_;
};

}  // namespace hrfcheck::inline engine::smt
