#pragma once

#include <map>
#include <vector>

#include "program/structure/event_structure.h"
#include "program/unroll/dominators.h"

namespace hrfcheck::inline execution {

/// What a thread that has passed barriers knows of others: where it stands, each of them has come to the
/// barrier, too, as often, or has ended where the barrier does not wait for that (ended_threads.h).
///
/// Only barriers that open when all of their participants have come, and passages before which the code alone
/// says how many there were: every other place of the barrier in the thread is on all ways there, or has it
/// on all ways to it.
class BarrierPhases {
 public:
  /// An arrival that has happened and the departure that it was needed for.
  struct Meeting {
    EventId arrival;
    EventId departure;
  };

  /// @param ways by thread; must outlive this, as must the structure
  BarrierPhases(const EventStructure& structure, const std::vector<Dominators>& ways);

  /// The last meetings, at most one for each barrier, of a thread and an event's thread that the latter has
  /// behind it whenever the event happens.
  std::vector<Meeting> before(EventId event, ThreadId other) const;

 private:
  /// By how often the barrier has been passed: the arrival there; kNoEvent where the code does not say.
  using Passages = std::vector<EventId>;

  bool isWaitedFor(EventId arrival) const;
  Passages passagesOf(const std::vector<EventId>& arrivals, const Dominators& ways) const;

  const EventStructure& structure_;
  const std::vector<Dominators>& ways_;
  std::vector<std::map<std::uint32_t, Passages>> passages_;  ///< by thread and barrier
};

}  // namespace hrfcheck::inline execution
