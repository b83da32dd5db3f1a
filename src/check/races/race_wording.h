#pragma once

#include <string>
#include <vector>

#include "check/races/sync_path.h"

namespace hrfcheck::inline check {

/// Of a link from what may release to what may acquire.
enum class LinkEnd { From, To };

/// The words in which explanations of races speak of the events of an execution.
class RaceWording {
 public:
  /// @param first,second the racing events, whose instructions need not be named again
  explicit RaceWording(const Execution& execution, EventId first = kNoEvent, EventId second = kNoEvent)
      : execution_(execution),
        structure_(*execution.structure),
        program_(structure_.program()),
        first_(first),
        second_(second) {}

  const Event& event(EventId e) const { return structure_.events()[e]; }
  std::string thread(EventId e) const { return program_.threadTitle(event(e).thread); }
  bool acquires(EventId e) const { return isAcquire(execution_, e); }
  /// "P0:1", or "the initial value".
  std::string instruction(EventId e) const;
  /// "wg 0".
  std::string scope(EventId e) const;

  /// "P0 released to wg 0 (at P0:1)": the verb fits what the event does at this end.
  std::string scopedAct(EventId e, LinkEnd end) const;
  /// "P0 released to wg 0, which does not contain P1" for each side of which it is true.
  std::string notContained(EventId x, EventId y) const;
  /// "P1:0 reads from P0:1, but P0:1 is no release", or empty when nothing is lacking.
  std::string tooWeak(const SyncLink& link) const;
  /// Of a memory access and a fence or barrier of its thread: "the barrier P0:2 does not name local memory",
  /// where that is so.
  std::string regionNotNamed(EventId one, EventId other) const;
  /// Of two fences or barriers: "P4:2 and P5:0 name no memory in common", where that is so.
  std::string noCommonRegion(const SyncLink& link) const;
  /// "release at wg 0, acquire at cmp 0", "barrier of wg 0", "reads from".
  std::string link(const SyncLink& link) const;

 private:
  /// The racing event of this event's thread, or kNoEvent.
  EventId racingIn(EventId e) const;
  /// Those fences that come after the racing event, or before it; all where there is none.
  std::vector<EventId> orderedFrom(std::vector<EventId> fences, EventId racing, bool after) const;
  bool tagged(EventId e, const char* tag) const;

  const Execution& execution_;
  const EventStructure& structure_;
  const Program& program_;
  EventId first_, second_;
};

}  // namespace hrfcheck::inline check
