#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "advise/bounded/bounded_model.h"
#include "advise/bounded/known_execution.h"
#include "advise/edits/assignment_structures.h"
#include "advise/edits/edited_test.h"
#include "advise/search/assess.h"
#include "advise/search/generalize.h"

namespace hrfcheck::inline advise {

/// Of a final state that should be possible and is not, in how many assignments it is not: a box around the
/// one in which it was missed, with none of whose assignments an execution that ends so is consistent. All
/// candidate executions that end so are looked at, where there are few of them.
class MissingOutcomes {
 public:
  /// @param wanted the endings that are asked about
  /// @param test, model must outlive this
  /// @throws OutOfTime
  MissingOutcomes(const EditedTest& test, const Model& model, const std::vector<Ending>& wanted,
                  unsigned unroll, const Deadline& deadline);

  /// @param ending one of those wanted, which no consistent execution has in the assignment
  /// @returns nothing where that is not known of more than the assignment
  /// @throws OutOfTime
  std::optional<Nogood> boxOf(const Ending& ending, const Assignment& at);

  /// The same for a assignment that nothing is known of, and the first ending that it is known to lose, of
  /// those that were asked about before.
  /// @throws OutOfTime
  std::optional<Nogood> knownBoxOf(const Assignment& at);

 private:
  /// An execution that ends so, and the model's definitions on it.
  struct Candidate {
    KnownExecution execution;
    BoundedModel model;
    bool fresh = true;  ///< the model has not been asked yet
  };
  struct Lost {
    std::vector<std::unique_ptr<Candidate>> candidates;
    std::deque<Nogood> boxes;  ///< the last ones, the latest first
    bool wasAsked = false;
  };

  void collect();
  std::optional<Nogood> boxOf(Lost& lost, const Assignment& at);
  bool isLost(Lost& lost, const Nogood& box);
  Nogood startAt(const Lost& lost, const Assignment& at) const;

  const EditedTest& test_;
  const Model& model_;
  Deadline deadline_;
  AssignmentStructures skeletons_;
  Generalizer grower_;
  std::map<Ending, Lost> lost_;  ///< those of which all executions are known
};

}  // namespace hrfcheck::inline advise
