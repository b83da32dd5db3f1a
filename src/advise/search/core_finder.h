#pragma once

#include <deque>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "advise/bounded/bounded_model.h"
#include "advise/bounded/known_execution.h"
#include "advise/edits/assignment_structures.h"
#include "advise/edits/edited_test.h"
#include "advise/search/generalize.h"
#include "advise/search/nogoods.h"

namespace hrfcheck::inline advise {

/// Of an execution that must not be, in how many assignments it is: a box around the one that it was found
/// in, such that with every assignment in it the execution is consistent, and raises the flag. Found by
/// interval analysis (bounded_model.h), so that nothing need be known of what the model makes of stronger
/// annotations.
class CoreFinder {
 public:
  /// @param loops as in the structures that executions are of
  /// @param test, model must outlive this
  CoreFinder(const EditedTest& test, const Model& model, unsigned unroll, LoopReading loops,
             ReadValues values, const Deadline& deadline);

  /// @param found a consistent execution of the test with this assignment, with the model's choices
  /// @param check the flag that it raises (index into Model::checks), or nothing where it must not be at all
  /// @throws OutOfTime
  Nogood coreOf(const Execution& found, const Assignment& at, std::optional<std::size_t> check);

  /// The same for a assignment of which an execution that was found in another one is an execution, too, and
  /// as wrong: for at most as many of them.
  /// @throws OutOfTime
  std::vector<Nogood> knownCoresOf(const Assignment& at, std::size_t most);

  /// How many boxes could not be shown to hold more than one assignment, although they should: of an
  /// execution that is not one of the test with every fence and barrier.
  std::size_t unexplained() const { return unexplained_; }

 private:
  /// What is known to be wrong: an execution, and the flag that it raises.
  struct Known {
    std::unique_ptr<KnownExecution> execution;
    std::optional<std::size_t> check;
    double room =
        std::numeric_limits<double>::lowest();  ///< of its largest box: those with the most are tried first
    std::deque<Nogood> boxes;                   ///< the last ones, the latest first
  };

  /// And the assignments in which it is.
  struct Grown {
    Known known;
    Nogood box;
  };

  std::optional<Grown> grownFrom(const Execution& execution, const Assignment& at,
                                 std::optional<std::size_t> check);
  void improve(Grown& best, Execution execution, const Assignment& at);
  std::optional<Execution> withEveryFence(const Execution& found) const;
  Nogood startAt(const KnownExecution& known, const Assignment& at) const;
  bool holds(const Known& known, const Nogood& box);
  Nogood grown(Known& known, Nogood box, const Assignment& at);
  void keep(Known known);

  const EditedTest& test_;
  const Model& model_;
  BoundedModel bounded_;
  Deadline deadline_;
  AssignmentStructures skeletons_;
  Generalizer grower_;
  /// The model judges the test as it is written. Where it judges its PTX form, executions are of code with
  /// other instructions in it, depending on the assignment: nothing is learnt but of the assignment itself.
  bool asWritten_;
  bool mayInsertBarriers_;
  std::deque<Known> known_;
  const KnownExecution* last_ = nullptr;  ///< that `bounded_` was asked about
  std::size_t unexplained_ = 0;
};

}  // namespace hrfcheck::inline advise
