#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "advise/assess.h"
#include "advise/bounded_model.h"
#include "advise/box_grower.h"
#include "advise/edited_test.h"
#include "advise/known_execution.h"
#include "advise/wording_skeletons.h"

namespace hrfcheck::inline advise {

/// Of a final state that should be possible and is not, in how many wordings it is not: a box around the one
/// in which it was missed, with none of whose wordings an execution that ends so is consistent. All candidate
/// executions that end so are looked at, where there are few of them.
class LostEndings {
 public:
  /// @param wanted the endings that are asked about
  /// @param test, model must outlive this
  /// @throws OutOfTime
  LostEndings(const EditedTest& test, const Model& model, const std::vector<Ending>& wanted, unsigned unroll,
              const Deadline& deadline);

  /// @param ending one of those wanted, which no consistent execution has in the wording
  /// @returns nothing where that is not known of more than the wording
  /// @throws OutOfTime
  std::optional<WordingBox> boxOf(const Ending& ending, const Wording& at);

  /// The same for a wording that nothing is known of, and the first ending that it is known to lose, of those
  /// that were asked about before.
  /// @throws OutOfTime
  std::optional<WordingBox> knownBoxOf(const Wording& at);

 private:
  /// An execution that ends so, and the model's definitions on it.
  struct Candidate {
    KnownExecution execution;
    BoundedModel model;
    bool fresh = true;  ///< the model has not been asked yet
  };
  struct Lost {
    std::vector<std::unique_ptr<Candidate>> candidates;
    std::deque<WordingBox> boxes;  ///< the last ones, the latest first
    bool wasAsked = false;
  };

  void collect();
  std::optional<WordingBox> boxOf(Lost& lost, const Wording& at);
  bool isLost(Lost& lost, const WordingBox& box);
  WordingBox startAt(const Lost& lost, const Wording& at) const;

  const EditedTest& test_;
  const Model& model_;
  Deadline deadline_;
  WordingSkeletons skeletons_;
  BoxGrower grower_;
  std::map<Ending, Lost> lost_;  ///< those of which all executions are known
};

}  // namespace hrfcheck::inline advise
