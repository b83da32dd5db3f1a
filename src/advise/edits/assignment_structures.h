#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "advise/edits/edited_test.h"
#include "program/structure/event_structure.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline advise {

/// EventStructures of a test with every fence, in which a site's events are as they are with each of its
/// variants. What annotations do to an event (its tags, its scope, what it covers) depends on its own alone,
/// so that one structure shows a variant of every site.
class AssignmentStructures {
 public:
  /// @param test must outlive this
  /// @param values those that reads may return, without which annotations are the same; left out also where
  ///   there are too many
  /// @throws OutOfTime
  AssignmentStructures(const EditedTest& test, unsigned unroll, LoopReading loops, ReadValues values,
                       const Deadline& deadline);

  /// Whether the structures have the values that reads may return.
  bool haveValues() const { return haveValues_; }

  /// Where sites are as written, and every fence is there.
  const std::shared_ptr<const EventStructure>& asWritten() const { return all_.front(); }
  /// Where every site that has this variant has it.
  /// @throws OutOfTime
  const EventStructure& with(std::uint32_t variant);
  /// The events of a site.
  const std::vector<EventId>& eventsOf(std::size_t site) const { return events_[site]; }

 private:
  const EditedTest& test_;
  Deadline deadline_;
  bool haveValues_ = true;
  std::vector<std::shared_ptr<const EventStructure>> all_;  ///< by variant
  std::vector<std::vector<EventId>> events_;                ///< by site
};

}  // namespace hrfcheck::inline advise
