#pragma once

#include <vector>

#include "execution/bounds/local_refutation.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline engine {

/// What the requirements of a model say so plainly about the accesses of one location that the search need
/// not try. Answers are found out when they are first wanted.
class CoherenceRules {
 public:
  /// All must outlive it.
  CoherenceRules(const Model& model, const EventStructure& structure, const Deadline& deadline);

  /// `own` is the write of a read-modify-write that reads from `source`: whether it must directly follow it
  /// in coherence. (It may neither come before it, nor may another write come between them.)
  /// @throws OutOfTime, as the others
  bool followsDirectly(EventId own, EventId source);
  /// Whether a read may not read from this later write of its own thread.
  bool comesTooEarly(EventId read, EventId write);
  /// Whether a write comes, in coherence, before a later write of its thread to the same location.
  bool staysBehind(EventId earlier, EventId later);
  /// Whether whatever this read reads from comes, in coherence, before all that its thread writes to the
  /// location from then on (with the write of a read-modify-write).
  bool pushesLaterWrites(EventId read);

 private:
  enum class Known : std::uint8_t { No, Wrong, Right };
  template <typename F>
  bool remembered(Known& known, F&& find);
  bool findFollowsDirectly(EventId own, EventId source);
  bool findPushes(EventId read);
  bool mayMeet(EventId a, EventId b) const;

  const EventStructure& structure_;
  PacedLook look_;
  LocalRefutation patterns_;
  std::vector<EventId> writes_;                      ///< initial ones, too
  std::vector<std::vector<Known>> follows_, early_;  ///< by event and event
  std::vector<Known> pushes_;                        ///< by event
};

}  // namespace hrfcheck::inline engine
