#pragma once

#include <vector>

#include "execution/linearise.h"
#include "execution/node_values.h"

namespace hrfcheck::inline execution {

/// The checks and choices of a model between two bounds of an execution, or on one execution.
class ModelChecks {
 public:
  /// Both must outlive it.
  /// @throws UserError when classes(...) is not an equivalence.
  /// @throws OutOfTime where values are computed, when the deadline has expired
  ModelChecks(const Model& model, const Skeleton& skeleton, const Deadline& deadline = {});
  ModelChecks(const ModelChecks&) = delete;
  ModelChecks& operator=(const ModelChecks&) = delete;

  NodeValues& values() { return values_; }
  const std::vector<NodeFacts>& facts() const { return facts_; }

  /// A requirement or undefined_unless fails, or a flag is raised, in every execution between the bounds.
  bool decided(std::size_t check);
  /// Some requirement fails in every execution between the bounds.
  bool refuted();
  /// The inputs of upper bounds that `refuted` depends on.
  Inputs neededUpper() const;

  /// Whether a check has pairs to report: a flag ~empty of a relation.
  bool hasPairs(std::size_t check) const;
  /// Or-s them into `pairs`.
  void addPairs(std::size_t check, BitRows& pairs);

  /// What a choice ranges over, once everything below it is known.
  /// @throws UserError when its third argument is not an equivalence.
  Linearisations linearisations(std::size_t choice);

 private:
  /// One value that is looked at for a check: of its node, for one choice of the classes it ranges over.
  struct Test {
    StepId step;
    Side side;
    std::uint64_t seen = 0;  ///< when the value that was looked at came up
    bool decides = false;    ///< what came out
  };
  struct Tests {
    CheckKind kind;
    bool wanted;  ///< what acyclic, irreflexive or empty has to say to decide the check
    std::vector<Test> all;
  };

  bool decides(const Tests& tests, Test& test);
  void orderRequirements();
  std::size_t costOf(std::size_t check) const;

  const Model& model_;
  std::vector<NodeFacts> facts_;
  NodeValues values_;
  std::vector<Tests> tests_;               ///< by check
  std::vector<std::size_t> requirements_;  ///< the cheap ones first
};

}  // namespace hrfcheck::inline execution
