#include "execution/barriers.h"

#include <fmt/format.h>

namespace hrfcheck::inline execution {

const Barrier& barrierOf(const Skeleton& skeleton, EventId half) {
  return skeleton.barriers()[skeleton.events()[half].barrier];
}

bool sameBarrier(const Skeleton& skeleton, EventId a, EventId b) {
  return skeleton.events()[a].barrier == skeleton.events()[b].barrier;
}

std::map<BarrierKey, BarrierMeeting> barrierMeetings(const Skeleton& skeleton,
                                                     const std::vector<const ThreadRun*>& runs) {
  std::map<BarrierKey, BarrierMeeting> meetings;
  for (const ThreadRun* run : runs) {
    for (std::size_t i = 0; i < run->events.size(); ++i) {
      const EventId e = run->events[i];
      const Event& event = skeleton.events()[e];
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

/// The meetings in the order in which each thread comes to them; where a circle of them is open, each waits
/// for another one.
bool openInACircle(const Skeleton& skeleton, const std::map<BarrierKey, BarrierMeeting>& meetings,
                   const std::vector<const ThreadRun*>& runs) {
  std::map<BarrierKey, EventId> numbers;
  for (const auto& [key, meeting] : meetings) {
    numbers.emplace(key, static_cast<EventId>(numbers.size()));
  }
  Relation before(numbers.size());
  for (const ThreadRun* run : runs) {
    std::optional<EventId> last;
    for (std::size_t i = 0; i < run->events.size(); ++i) {
      const EventId e = run->events[i];
      const Event& event = skeleton.events()[e];
      if (event.kind != EventKind::Depart) {
        continue;
      }
      const EventId here = numbers.at({event.barrier, run->occurrences[i]});
      if (last) {
        before.insert(*last, here);
      }
      last = here;
    }
  }
  return !before.acyclic();
}

}  // namespace

std::optional<std::string> whyBarriersFail(const Skeleton& skeleton,
                                           const std::vector<const ThreadRun*>& runs) {
  const std::map<BarrierKey, BarrierMeeting> meetings = barrierMeetings(skeleton, runs);
  for (const auto& [key, meeting] : meetings) {
    const std::size_t needed = skeleton.barriers()[key.barrier].arrivals;
    const bool open = meeting.arrivals.size() == needed;
    if (!open && !meeting.departures.empty()) {
      return fmt::format("'{}' departs before all have arrived",
                         skeleton.describe(meeting.departures.front()));
    }
    if (open && meeting.departures.size() != needed) {
      return fmt::format("a thread waits at '{}' although all have arrived",
                         skeleton.describe(meeting.arrivals.front()));
    }
  }
  if (openInACircle(skeleton, meetings, runs)) {
    return "threads pass barriers in a circle, each of which opens only after another one";
  }
  return std::nullopt;
}

}  // namespace hrfcheck::inline execution
