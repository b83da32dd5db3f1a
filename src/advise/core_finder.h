#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "advise/bounded_model.h"
#include "advise/boxes.h"
#include "advise/edited_test.h"

namespace hrfcheck::inline advise {

/// Of an execution that must not be, in how many wordings it is: a box around the one that it was found in,
/// such that with every wording in it the execution is consistent, and raises the flag. Found by interval
/// analysis (bounded_model.h), so that nothing need be known of what the model makes of stronger annotations.
class CoreFinder {
 public:
  /// @param rounds of spin loops, as in the skeletons that executions are of
  /// @param test, model must outlive this
  CoreFinder(const EditedTest& test, const Model& model, unsigned unroll, SpinRounds rounds,
             const Deadline& deadline);

  /// @param found a consistent execution of the test with this wording, with the model's choices
  /// @param check the flag that it raises (index into Model::checks), or nothing where it must not be at all
  /// @throws OutOfTime
  WordingBox coreOf(const Execution& found, const Wording& at, std::optional<std::size_t> check);

  /// How many boxes could not be shown to hold more than one wording, although they should: of an execution
  /// that is not one of the test with every fence.
  std::size_t unexplained() const { return unexplained_; }

 private:
  /// What a site's events are with each of its variants.
  struct SiteEvents {
    std::vector<EventId> events;
    std::vector<std::map<std::string, EventSet>> tags;  ///< by variant and name
    std::vector<std::vector<ScopeInstanceId>> scopes;   ///< by variant and event
    std::vector<std::vector<EventSet>> covers;          ///< by variant and event
  };

  std::optional<Execution> withEveryFence(const Execution& found) const;
  const Skeleton& skeletonOf(std::size_t site, std::uint32_t variant);
  void prepare(const Execution& execution);
  SiteEvents eventsOf(std::size_t site, const Execution& execution);
  bool holds(const Execution& execution, const WordingBox& box, std::optional<std::size_t> check);
  BoundedExecution bounded(const Execution& execution, const WordingBox& box) const;
  void boundTags(BoundedExecution& bounds, const WordingBox& box) const;
  void boundCovers(BoundedExecution& bounds, const WordingBox& box) const;
  void boundScopes(BoundedExecution& bounds, const WordingBox& box) const;
  bool grow(const Execution& execution, WordingBox& box, std::size_t site, std::uint64_t to,
            std::optional<std::size_t> check);
  std::uint64_t weakerThan(std::size_t site, std::uint32_t variant) const;

  const EditedTest& test_;
  BoundedModel bounded_;
  Deadline deadline_;
  std::shared_ptr<const Skeleton> full_;
  std::vector<std::string> tags_;  ///< that the model looks at
  std::map<std::pair<std::size_t, std::uint32_t>, std::unique_ptr<const Skeleton>> skeletons_;
  std::vector<SiteEvents> sites_;                   ///< of the execution at hand
  std::vector<std::optional<std::size_t>> siteOf_;  ///< by event
  std::size_t unexplained_ = 0;
};

}  // namespace hrfcheck::inline advise
