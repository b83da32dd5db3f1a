#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "execution/execution.h"

namespace hrfcheck::inline execution {

/// A barrier that does not wait for the ended (program/flow/ended_threads.h) opens when each of its
/// participants has come or has completed. Behind it a thread knows that those who did not come have
/// completed, but nothing of what they wrote: they have released nothing. So no model sees these ends, and an
/// execution in which a thread completes because of what happens behind a barrier that waits for that is
/// excluded here.
struct LetGo {
  ThreadId ended;
  EventId departure;
};

/// Whether a half is one of a barrier that does not wait for the ended.
bool opensWithoutTheEnded(const EventStructure& structure, EventId half);
/// Whether a participant has completed without arriving at this barrier as often.
bool endedBefore(const std::vector<EventId>& arrivals, const EventStructure& structure, ThreadId thread,
                 ThreadEnd end);

/// Whether of two events of one thread, in program order, the first is performed before the second one in
/// every model: an acquire or a fence stands first, a release or a fence last, a barrier that keeps accesses
/// apart either way; or they are halves of one operation, or of barriers. Dependences are not looked at.
bool isPerformedInOrder(const EventStructure& structure, EventId first, EventId second);
/// Whether a thread that completes has performed the event: its reads have their values, and it has left its
/// barriers.
bool isDoneByTheEnd(const EventStructure& structure, EventId event);

/// Whether some end depends on a departure that waits for it.
/// @param happened whether an event does
/// @param leadsTo whether the second event waits for the first one: it reads from it, meets it at a barrier,
///   or depends on it
bool endsInACircle(const EventStructure& structure, const std::vector<LetGo>& letGo,
                   const std::function<bool(EventId)>& happened,
                   const std::function<bool(EventId, EventId)>& leadsTo);
/// Of an execution with its reads-from.
bool endsInACircle(const Execution& execution);

}  // namespace hrfcheck::inline execution
