#pragma once

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "execution/execution.h"

namespace hrfcheck::inline execution {

/// Which barrier a half belongs to: the scope instance, the barrier's id, and how many of these the thread
/// has passed before. Halves of different threads meet when their keys are equal.
struct BarrierKey {
  ScopeInstanceId scope = kNoScope;
  Value id = 0;
  std::uint32_t occurrence = 0;

  friend auto operator<=>(const BarrierKey&, const BarrierKey&) = default;
};

/// The halves that happened with one key, in the order of the runs.
struct BarrierMeeting {
  std::vector<EventId> arrivals;
  std::vector<EventId> departures;
};

/// The id of a half's barrier (BarrierOp::id).
Value barrierId(const Skeleton& skeleton, EventId half);
/// The two halves belong to barriers of one scope instance with one id.
bool sameBarrier(const Skeleton& skeleton, EventId a, EventId b);

/// Every barrier that some thread arrives at.
std::map<BarrierKey, BarrierMeeting> barrierMeetings(const Skeleton& skeleton,
                                                     const std::vector<const ThreadRun*>& runs);

/// What is wrong with the barriers of these runs, or nothing: a thread departs only when every agent of the
/// scope instance has arrived, and waits only when some agent has not; and barriers open one after the other.
/// `runs` has one run per thread.
std::optional<std::string> whyBarriersFail(const Skeleton& skeleton,
                                           const std::vector<const ThreadRun*>& runs);

}  // namespace hrfcheck::inline execution
