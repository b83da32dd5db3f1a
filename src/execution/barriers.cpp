#include "execution/barriers.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "execution/ended_threads.h"

namespace hrfcheck::inline execution {

const Barrier& barrierOf(const EventStructure& structure, EventId half) {
  return structure.barriers()[structure.events()[half].barrier];
}

bool sameBarrier(const EventStructure& structure, EventId a, EventId b) {
  return structure.events()[a].barrier == structure.events()[b].barrier;
}

std::map<BarrierKey, BarrierMeeting> barrierMeetings(const EventStructure& structure,
                                                     const std::vector<const ThreadRun*>& runs) {
  std::map<BarrierKey, BarrierMeeting> meetings;
  for (const ThreadRun* run : runs) {
    for (std::size_t i = 0; i < run->events.size(); ++i) {
      const EventId e = run->events[i];
      const Event& event = structure.events()[e];
      if (!isBarrierHalf(event.kind)) {
        continue;
      }
      BarrierMeeting& meeting = meetings[{event.barrier, run->occurrences[i]}];
      (event.kind == EventKind::Arrive ? meeting.arrivals : meeting.departures).push_back(e);
    }
  }
  return meetings;
}

namespace {

/// How many arrivals of a meeting come after those that opened the barrier.
std::size_t lateOnes(const EventStructure& structure, const BarrierKey& key, const BarrierMeeting& meeting) {
  const std::size_t needed = structure.barriers()[key.barrier].arrivals;
  return meeting.arrivals.size() > needed ? meeting.arrivals.size() - needed : 0;
}

/// The place of an arrival among the late ones, from 1; 0 where it helped to open the barrier.
std::size_t lateness(const LateArrivals& late, std::uint32_t barrier, EventId arrival) {
  const auto known = late.find(barrier);
  if (known == late.end()) {
    return 0;
  }
  const auto place = std::ranges::find(known->second, arrival);
  return place == known->second.end() ? 0 : static_cast<std::size_t>(place - known->second.begin()) + 1;
}

/// Each arrival comes before what its thread does next and before those who wait for it: nobody can wait in
/// a circle.
bool openInACircle(const EventStructure& structure, const std::vector<const ThreadRun*>& runs,
                   const LateArrivals& late) {
  Relation before = barrierOrder(structure, runs, late);
  for (const ThreadRun* run : runs) {
    std::optional<EventId> last;
    for (const EventId e : run->events) {
      if (!isBarrierHalf(structure.events()[e].kind)) {
        continue;
      }
      if (last) {
        before.insert(*last, e);
      }
      last = e;
    }
  }
  return !before.acyclic();
}

bool hasRightLateArrivals(const EventStructure& structure,
                          const std::map<BarrierKey, BarrierMeeting>& meetings, const LateArrivals& late) {
  std::size_t expected = 0;
  for (const auto& [key, meeting] : meetings) {
    const std::size_t count = lateOnes(structure, key, meeting);
    const auto known = late.find(key.barrier);
    if (count == 0) {
      continue;
    }
    ++expected;
    if (known == late.end() || known->second.size() != count ||
        std::set(known->second.begin(), known->second.end()).size() != count ||
        !std::ranges::all_of(known->second, [&](EventId e) {
          return std::ranges::find(meeting.arrivals, e) != meeting.arrivals.end();
        })) {
      return false;
    }
  }
  return late.size() == expected;
}

/// How many participants need not come, because they have ended (ended_threads.h).
std::size_t excusedFrom(const EventStructure& structure, const std::vector<const ThreadRun*>& runs,
                        std::uint32_t barrier, const std::vector<EventId>& arrivals) {
  if (arrivals.empty() || !opensWithoutTheEnded(structure, arrivals.front())) {
    return 0;
  }
  const std::vector<ThreadId>& participants = structure.barriers()[barrier].participants;
  return static_cast<std::size_t>(std::ranges::count_if(
      participants, [&](ThreadId t) { return endedBefore(arrivals, structure, t, runs[t]->end); }));
}

using Meetings = std::map<BarrierKey, BarrierMeeting>;

/// All choices from the meeting `at` on.
bool chooseLate(const EventStructure& structure, const Meetings& meetings, Meetings::const_iterator at,
                LateArrivals& late, const std::function<bool(const LateArrivals&)>& visit) {
  if (at == meetings.end()) {
    return visit(late);
  }
  const auto& [key, meeting] = *at;
  const std::size_t count = lateOnes(structure, key, meeting);
  const auto chosen = late.find(key.barrier);
  if (count == (chosen == late.end() ? 0 : chosen->second.size())) {
    return chooseLate(structure, meetings, std::next(at), late, visit);
  }
  for (const EventId arrival : meeting.arrivals) {
    if (lateness(late, key.barrier, arrival) != 0) {
      continue;
    }
    late[key.barrier].push_back(arrival);
    const bool goOn = chooseLate(structure, meetings, at, late, visit);
    late[key.barrier].pop_back();
    if (late[key.barrier].empty()) {
      late.erase(key.barrier);
    }
    if (!goOn) {
      return false;
    }
  }
  return true;
}

}  // namespace

Relation barrierOrder(const EventStructure& structure, const std::vector<const ThreadRun*>& runs,
                      const LateArrivals& late) {
  Relation order(structure.size());
  for (const auto& [key, meeting] : barrierMeetings(structure, runs)) {
    for (const EventId departure : meeting.departures) {
      const std::size_t own = lateness(late, key.barrier, structure.events()[departure].partner);
      for (const EventId arrival : meeting.arrivals) {
        if (lateness(late, key.barrier, arrival) <= own) {
          order.insert(arrival, departure);
        }
      }
    }
  }
  return order;
}

std::optional<std::string> whyMeetingsFail(const EventStructure& structure,
                                           const std::vector<const ThreadRun*>& runs) {
  for (const auto& [key, meeting] : barrierMeetings(structure, runs)) {
    const std::size_t come =
        meeting.arrivals.size() + excusedFrom(structure, runs, key.barrier, meeting.arrivals);
    const bool open = come >= structure.barriers()[key.barrier].arrivals;
    if (!open && !meeting.departures.empty()) {
      return fmt::format("'{}' departs before enough have arrived",
                         structure.describe(meeting.departures.front()));
    }
    if (open && meeting.departures.size() != meeting.arrivals.size()) {
      return fmt::format("a thread waits at '{}' although enough have arrived",
                         structure.describe(meeting.arrivals.front()));
    }
  }
  return std::nullopt;
}

std::optional<std::string> whyBarriersFail(const EventStructure& structure,
                                           const std::vector<const ThreadRun*>& runs,
                                           const LateArrivals& late) {
  if (auto why = whyMeetingsFail(structure, runs)) {
    return why;
  }
  if (!hasRightLateArrivals(structure, barrierMeetings(structure, runs), late)) {
    return "the late arrivals are not those of the barriers that opened early";
  }
  if (openInACircle(structure, runs, late)) {
    return "threads pass barriers in a circle, each of which opens only after another one";
  }
  return std::nullopt;
}

bool forEachLateArrivals(const EventStructure& structure, const std::vector<const ThreadRun*>& runs,
                         const std::function<bool(const LateArrivals&)>& visit) {
  const Meetings meetings = barrierMeetings(structure, runs);
  LateArrivals late;
  return chooseLate(structure, meetings, meetings.begin(), late, visit);
}

}  // namespace hrfcheck::inline execution
