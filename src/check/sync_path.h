#pragma once

#include <vector>

#include "execution/execution.h"

namespace hrfcheck {

/// How well a communication from one thread to another serves to order what stands before it and after it,
/// best first. Only `SameScope` and `Barrier` order under every model.
enum class LinkQuality {
  Barrier,       ///< an arrival and a departure of one barrier
  SameScope,     ///< release and acquire name one scope instance that contains both agents
  Inclusive,     ///< different instances, each containing the other's agent
  Unpromoted,    ///< as NotContained, but one side is remote and contains the other
  NotContained,  ///< an instance does not contain the other's agent
  WeakAtomic,    ///< atomics that communicate, not release to acquire
  Ordinary       ///< an ordinary access takes part
};

struct SyncLink {
  EventId from;  ///< release write, release fence, arrival; or the write that is read
  EventId to;    ///< acquire read, acquire fence, departure; or the read
  LinkQuality quality;
};

/// The chain of communications and program order from `from` to `to` that comes nearest to ordering them: the
/// one whose worst links are fewest. Empty when nothing leads there at all. What the two instructions tell
/// each other directly, by the very accesses that race, counts only if it is release to acquire.
/// @param promotes whether remote operations have a meaning, so that a missing promotion can be named
std::vector<SyncLink> bestSyncPath(const Execution& execution, EventId from, EventId to, bool promotes);

/// The link that spoils a path: its worst, the first of several.
const SyncLink& worstLink(const std::vector<SyncLink>& path);

/// How the scopes of two scoped events relate; `from` and `to` as for a release and an acquire.
LinkQuality scopeQuality(const Skeleton& skeleton, EventId from, EventId to, bool promotes);

bool isRelease(const Event& event);
bool isAcquire(const Event& event);

}  // namespace hrfcheck
