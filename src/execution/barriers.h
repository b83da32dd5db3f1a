#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "execution/execution.h"

namespace hrfcheck::inline execution {

/// Which barrier a half belongs to (EventStructure::barriers), and how often the thread has passed it before.
/// Halves of different threads meet when their keys are equal.
struct BarrierKey {
  std::uint32_t barrier = kNoBarrier;
  std::uint32_t occurrence = 0;

  friend auto operator<=>(const BarrierKey&, const BarrierKey&) = default;
};

/// The halves that happened with one key, in the order of the runs.
struct BarrierMeeting {
  std::vector<EventId> arrivals;
  std::vector<EventId> departures;
};

/// A half's barrier.
const Barrier& barrierOf(const EventStructure& structure, EventId half);
/// The two halves belong to one barrier.
bool sameBarrier(const EventStructure& structure, EventId a, EventId b);

/// Every barrier that some thread arrives at.
std::map<BarrierKey, BarrierMeeting> barrierMeetings(const EventStructure& structure,
                                                     const std::vector<const ThreadRun*>& runs);

/// Execution::syncBarrier of these runs. `runs` has one run per thread, here and below.
Relation barrierOrder(const EventStructure& structure, const std::vector<const ThreadRun*>& runs,
                      const LateArrivals& late);

/// What is wrong with the barriers of these runs whatever the order of the arrivals, or nothing: a thread
/// departs only when as many have arrived as the barrier opens after, and waits only when fewer have. Those
/// who need not come (ended_threads.h) count as arrived.
std::optional<std::string> whyMeetingsFail(const EventStructure& structure,
                                           const std::vector<const ThreadRun*>& runs);
/// What is wrong with the barriers of these runs, or nothing: whyMeetingsFail, the late arrivals are as many
/// as there must be, each of a barrier that opened, and barriers open one after the other.
std::optional<std::string> whyBarriersFail(const EventStructure& structure,
                                           const std::vector<const ThreadRun*>& runs,
                                           const LateArrivals& late);

/// Calls `visit` with every choice of late arrivals of these runs that has the right numbers, perhaps with
/// barriers that open in a circle; stops when it returns false, and returns false then.
bool forEachLateArrivals(const EventStructure& structure, const std::vector<const ThreadRun*>& runs,
                         const std::function<bool(const LateArrivals&)>& visit);

}  // namespace hrfcheck::inline execution
