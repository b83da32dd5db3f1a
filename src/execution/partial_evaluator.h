#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "cat/model/model.h"
#include "execution/known_parts.h"
#include "execution/node_facts.h"
#include "program/skeleton/skeleton.h"

namespace hrfcheck::inline execution {

/// Evaluates a model between two bounds of an execution, as a search knows them while it decides: `lower`
/// holds in every execution that the search may still reach, `upper` holds everything that may hold in one.
/// With nothing open it says exactly what Evaluator says. Not thread-safe; make one per thread.
class PartialEvaluator {
 public:
  /// Both must outlive the evaluator. Both bounds start empty, and everything but the choices is closed.
  /// @throws UserError when classes(...) is not an equivalence.
  /// @param deadline looked at while values are computed: every function may throw OutOfTime, and then the
  ///        evaluator is good for nothing any more
  PartialEvaluator(const Model& model, const Skeleton& skeleton, const Deadline& deadline = {});
  ~PartialEvaluator();
  PartialEvaluator(const PartialEvaluator&) = delete;
  PartialEvaluator& operator=(const PartialEvaluator&) = delete;

  /// What certainly holds; changed in place by the caller, who then calls `changed`.
  KnownParts& lower();
  /// What may hold; contains lower.
  KnownParts& upper();
  /// Inputs (kRfInput | ...) of upper() that some requirement's certain failure depends on: others need not
  /// be kept up to date.
  Inputs neededUpper() const;
  /// The caller changed these inputs of lower() / upper().
  void changed(Inputs ofLower, Inputs ofUpper);
  /// The inputs whose bounds may differ (choices that have not been made count as open by themselves). For
  /// all others upper() is not looked at: lower() is the truth.
  void setOpen(Inputs open);

  /// Some requirement fails in every execution between the bounds, as far as interval evaluation can see.
  bool refuted();

  /// With setOpen(0): calls visit for every choice of linearisations under which every requirement holds
  /// (models without choices: at most once); stops when visit returns false, returns false then. `proceed` is
  /// asked at every linearisation that is tried; false stops, too.
  /// @throws UserError when the third argument of linearisations(...) is not an equivalence.
  bool forEachConsistentChoice(const std::function<bool()>& visit, const std::function<bool()>& proceed);

  /// During visit: one total order per Model::choices.
  const std::vector<Relation>& choices() const;
  /// During visit: whether the flag / undefined_unless (index into Model::checks) is raised.
  bool raised(std::size_t check);
  /// Whether it has pairs at all (flag ~empty of a relation).
  bool hasPairs(std::size_t check) const;
  /// During visit: its pairs, or-ed into `pairs` (a relation over the events of the skeleton).
  void addPairs(std::size_t check, BitRows& pairs);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace hrfcheck::inline execution
