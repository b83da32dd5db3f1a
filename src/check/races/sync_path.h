#pragma once

#include <optional>
#include <vector>

#include "check/explain/race_order.h"

namespace hrfcheck::inline check {

/// How well a communication from one thread to another serves to order what stands before it and after it,
/// best first.
enum class LinkQuality {
  Ordered,       ///< the model orders it
  OrderedSoHow,  ///< the model orders it, and not as release to acquire or barrier
  Barrier,       ///< an arrival and a departure of one barrier
  ScopesFit,     ///< release and acquire at scopes that fit: the same, or one is remote and needs no more
  Inclusive,     ///< different instances, each containing the other's agent
  Unpromoted,    ///< as NotContained, but one side is remote, may promote, and contains the other
  NotContained,  ///< an instance does not contain the other's agent
  WeakAtomic,    ///< atomics that communicate, not release to acquire
  Ordinary,      ///< an ordinary access takes part
  OtherBarrier   ///< an arrival and a departure of barriers of two scope instances, which communicate nothing
};
inline constexpr std::size_t kLinkQualities = 10;

/// One step by which a thread communicates with another one, or could synchronize with it.
struct SyncLink {
  EventId from;  ///< release write, release fence, arrival; or the write that is read
  EventId to;    ///< acquire read, acquire fence, departure; or the read
  LinkQuality quality;
  EventId write = kNoEvent;  ///< through which `from` tells, where it is not a barrier
  EventId read = kNoEvent;   ///< through which `to` learns
};

/// The chain of communications and program order from `from` to `to` that comes closest to ordering them: the
/// one whose worst links are fewest. Empty when nothing leads there at all. What the two instructions tell
/// each other directly, by the very accesses that race, counts only if it is release to acquire.
/// Links are asked of the model where its order is known, and judged by their scopes else.
std::vector<SyncLink> bestSyncPath(const WitnessOrder& order, EventId from, EventId to);

/// The same through releases and acquires, and barriers, alone; empty where these do not lead there.
std::vector<SyncLink> synchronizingPath(const WitnessOrder& order, EventId from, EventId to);

/// The best link of release and acquire from one to the other directly, or nothing.
std::optional<SyncLink> directLink(const WitnessOrder& order, EventId release, EventId acquire);

/// The quality of a path: that of its worst link.
LinkQuality worstQuality(const std::vector<SyncLink>& path);

/// How the scopes of two scoped events relate; `from` and `to` as for a release and an acquire.
LinkQuality scopeQuality(const EventStructure& structure, EventId from, EventId to, RemoteMeaning remote);

bool isRelease(const Event& event);
/// By its order where it succeeds; a compare-and-swap that fails may acquire less, or more.
bool isAcquire(const Event& event);
/// By the order that it has in this execution.
bool isAcquire(const Execution& execution, EventId event);
/// What releases by way of a write: itself, or fences before it (HSA 1.0, 3.13).
std::vector<EventId> releasesThrough(const Execution& execution, EventId write);
/// What acquires by way of a read: itself, or fences behind it.
std::vector<EventId> acquiresThrough(const Execution& execution, EventId read);
/// The order of an event in this execution: of a compare-and-swap that fails, its order for that.
std::optional<Order> orderIn(const Execution& execution, EventId event);

}  // namespace hrfcheck::inline check
