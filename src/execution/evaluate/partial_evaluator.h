#pragma once

#include <functional>
#include <vector>

#include "execution/evaluate/linearise.h"
#include "execution/evaluate/node_values.h"

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
  PartialEvaluator(const Model& model, const EventStructure& structure, const Deadline& deadline = {});
  PartialEvaluator(const PartialEvaluator&) = delete;
  PartialEvaluator& operator=(const PartialEvaluator&) = delete;

  /// What certainly holds; changed in place by the caller, who then calls `changed`.
  KnownParts& lower() { return values_.lower(); }
  /// What may hold; contains lower.
  KnownParts& upper() { return values_.upper(); }
  /// Inputs (kRfInput | ...) of upper() that some requirement's certain failure depends on: others need not
  /// be kept up to date.
  Inputs neededUpper() const { return needed_; }

  /// The caller changed these inputs of lower() / upper().
  void changed(Inputs ofLower, Inputs ofUpper) { values_.changed(ofLower, ofUpper); }
  /// The inputs whose bounds may differ (choices that have not been made count as open by themselves). For
  /// all others upper() is not looked at: lower() is the truth.
  void setOpen(Inputs open) { values_.setOpen(open); }

  /// Some requirement fails in every execution between the bounds, as far as interval evaluation can see.
  bool refuted();
  /// A requirement or undefined_unless (index into Model::checks) fails, or a flag is raised, in every
  /// execution between the bounds.
  bool raised(std::size_t check);

  /// With setOpen(0): calls visit for every choice of linearisations under which every requirement holds
  /// (models without choices: at most once); stops when visit returns false, returns false then. `proceed` is
  /// asked at every linearisation that is tried; false stops, too.
  /// @throws UserError when the third argument of linearisations(...) is not an equivalence.
  bool forEachConsistentChoice(const std::function<bool()>& visit, const std::function<bool()>& proceed) {
    return chooseFrom(0, visit, proceed);
  }
  /// During visit: one total order per Model::choices.
  const std::vector<Relation>& choices() const { return choices_; }

  /// Whether a check has pairs to report: a flag ~empty of a relation.
  bool hasPairs(std::size_t check) const;
  /// With nothing open: its pairs, or-ed into `pairs` (a relation over the events of the structure).
  void addPairs(std::size_t check, BitRows& pairs);

  /// What a choice ranges over, once everything below it is known.
  /// @throws UserError when its third argument is not an equivalence.
  Linearisations linearisations(std::size_t choice);
  NodeValues& values() { return values_; }
  const std::vector<NodeFacts>& facts() const { return facts_; }

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

  bool chooseFrom(std::size_t choice, const std::function<bool()>& visit,
                  const std::function<bool()>& proceed);
  bool decides(const Tests& tests, Test& test);
  void orderRequirements();
  std::size_t costOf(std::size_t check) const;

  Inputs findNeededUpper() const;

  const Model& model_;
  std::vector<NodeFacts> facts_;
  NodeValues values_;
  std::vector<Tests> tests_;               ///< by check
  std::vector<std::size_t> requirements_;  ///< the cheap ones first
  Inputs needed_ = 0;
  std::vector<Relation> choices_;
};

}  // namespace hrfcheck::inline execution
