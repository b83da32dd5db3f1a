#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "advise/edited_test.h"
#include "program/skeleton/skeleton.h"
#include "util/deadline.h"

namespace hrfcheck::inline advise {

/// Skeletons of a test with every fence, in which a site's events are as they are with each of its variants.
/// What annotations do to an event (its tags, its scope, what it covers) depends on its own alone, so that
/// one skeleton shows a variant of every site.
class WordingSkeletons {
 public:
  /// @param test must outlive this
  /// @throws OutOfTime
  WordingSkeletons(const EditedTest& test, unsigned unroll, LoopReading loops, const Deadline& deadline);

  /// Where sites are as written, and every fence is there.
  const std::shared_ptr<const Skeleton>& asWritten() const { return all_.front(); }
  /// Where every site that has this variant has it.
  /// @throws OutOfTime
  const Skeleton& with(std::uint32_t variant);
  /// The events of a site.
  const std::vector<EventId>& eventsOf(std::size_t site) const { return events_[site]; }

 private:
  const EditedTest& test_;
  Deadline deadline_;
  std::vector<std::shared_ptr<const Skeleton>> all_;  ///< by variant
  std::vector<std::vector<EventId>> events_;          ///< by site
};

}  // namespace hrfcheck::inline advise
