#pragma once

#include <deque>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "advise/bounded_model.h"
#include "advise/box_grower.h"
#include "advise/boxes.h"
#include "advise/edited_test.h"
#include "advise/known_execution.h"
#include "advise/wording_skeletons.h"

namespace hrfcheck::inline advise {

/// Of an execution that must not be, in how many wordings it is: a box around the one that it was found in,
/// such that with every wording in it the execution is consistent, and raises the flag. Found by interval
/// analysis (bounded_model.h), so that nothing need be known of what the model makes of stronger annotations.
class CoreFinder {
 public:
  /// @param loops as in the skeletons that executions are of
  /// @param test, model must outlive this
  CoreFinder(const EditedTest& test, const Model& model, unsigned unroll, LoopReading loops,
             const Deadline& deadline);

  /// @param found a consistent execution of the test with this wording, with the model's choices
  /// @param check the flag that it raises (index into Model::checks), or nothing where it must not be at all
  /// @throws OutOfTime
  WordingBox coreOf(const Execution& found, const Wording& at, std::optional<std::size_t> check);

  /// The same for a wording of which an execution that was found in another one is an execution, too, and as
  /// wrong: for at most as many of them.
  /// @throws OutOfTime
  std::vector<WordingBox> knownCoresOf(const Wording& at, std::size_t most);

  /// How many boxes could not be shown to hold more than one wording, although they should: of an execution
  /// that is not one of the test with every fence and barrier.
  std::size_t unexplained() const { return unexplained_; }

 private:
  /// What is known to be wrong: an execution, and the flag that it raises.
  struct Known {
    std::unique_ptr<KnownExecution> execution;
    std::optional<std::size_t> check;
    double room =
        std::numeric_limits<double>::lowest();  ///< of its largest box: those with the most are tried first
    std::deque<WordingBox> boxes;               ///< the last ones, the latest first
  };

  /// And the wordings in which it is.
  struct Grown {
    Known known;
    WordingBox box;
  };

  std::optional<Grown> grownFrom(const Execution& execution, const Wording& at,
                                 std::optional<std::size_t> check);
  void improve(Grown& best, Execution execution, const Wording& at);
  std::optional<Execution> withEveryFence(const Execution& found) const;
  WordingBox startAt(const KnownExecution& known, const Wording& at) const;
  bool holds(const Known& known, const WordingBox& box);
  WordingBox grown(Known& known, WordingBox box, const Wording& at);
  void keep(Known known);

  const EditedTest& test_;
  const Model& model_;
  BoundedModel bounded_;
  Deadline deadline_;
  WordingSkeletons skeletons_;
  BoxGrower grower_;
  /// The model judges the test as it is written. Where it judges its PTX form, executions are of code with
  /// other instructions in it, depending on the wording: nothing is learnt but of the wording itself.
  bool asWritten_;
  bool mayInsertBarriers_;
  std::deque<Known> known_;
  const KnownExecution* last_ = nullptr;  ///< that `bounded_` was asked about
  std::size_t unexplained_ = 0;
};

}  // namespace hrfcheck::inline advise
