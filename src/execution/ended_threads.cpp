#include "execution/ended_threads.h"

#include <algorithm>

#include "execution/barriers.h"
#include "program/flow/ended_threads.h"
#include "program/ir/orders.h"
#include "program/structure/event_structure.h"

namespace hrfcheck::inline execution {
namespace {

const BarrierOp& barrierIn(const EventStructure& structure, EventId half) {
  return std::get<BarrierOp>(instructionOf(structure, half).operation);
}

bool readAcquires(const Event& event) {
  return event.kind == EventKind::Read && event.order && !event.failureOrder &&
         *event.order != Order::Consume && acquires(*event.order);
}

bool writeReleases(const Event& event) {
  return event.kind == EventKind::Write && event.order && releases(*event.order);
}

/// Whether an event parts what is before it from what is behind it.
bool parts(const EventStructure& structure, EventId e) {
  const Event& event = structure.events()[e];
  return (event.kind == EventKind::Fence && event.order) ||
         (isBarrierHalf(event.kind) && keepsAccessesApart(structure.program(), barrierIn(structure, e)));
}

/// What comes after an end.
class Follow {
 public:
  Follow(const EventStructure& structure, const std::vector<LetGo>& letGo,
         const std::function<bool(EventId)>& happened, const std::function<bool(EventId, EventId)>& leadsTo)
      : structure_(structure), letGo_(letGo), leadsTo_(leadsTo) {
    for (EventId e = 0; e < structure.size(); ++e) {
      if (happened(e)) {
        events_.push_back(e);
      }
    }
  }

  bool leadsBack(ThreadId ended) {
    reached_ = EventSet(structure_.size());
    open_.clear();
    end(ended);
    while (!open_.empty()) {
      const EventId e = open_.back();
      open_.pop_back();
      const ThreadId thread = structure_.events()[e].thread;
      if (thread == ended) {
        return true;
      }
      if (isDoneByTheEnd(structure_, e)) {
        end(thread);
      }
      std::ranges::for_each(events_, [&](EventId next) {
        if (leadsTo_(e, next) ||
            (structure_.po().contains(e, next) && isPerformedInOrder(structure_, e, next))) {
          reach(next);
        }
      });
    }
    return false;
  }

 private:
  void reach(EventId e) {
    if (!reached_.contains(e)) {
      reached_.insert(e);
      open_.push_back(e);
    }
  }

  void end(ThreadId thread) {
    for (const LetGo& one : letGo_) {
      if (one.ended == thread) {
        reach(one.departure);
      }
    }
  }

  const EventStructure& structure_;
  const std::vector<LetGo>& letGo_;
  const std::function<bool(EventId, EventId)>& leadsTo_;
  std::vector<EventId> events_;
  EventSet reached_;
  std::vector<EventId> open_;
};

std::vector<LetGo> letGoIn(const Execution& x) {
  std::vector<const ThreadRun*> runs;
  for (const ThreadRun& run : x.runs) {
    runs.push_back(&run);
  }
  std::vector<LetGo> result;
  for (const auto& [key, meeting] : barrierMeetings(*x.structure, runs)) {
    if (meeting.departures.empty() || !opensWithoutTheEnded(*x.structure, meeting.departures.front())) {
      continue;
    }
    for (const ThreadId t : x.structure->barriers()[key.barrier].participants) {
      if (endedBefore(meeting.arrivals, *x.structure, t, x.runs[t].end)) {
        for (const EventId departure : meeting.departures) {
          result.push_back({t, departure});
        }
      }
    }
  }
  return result;
}

}  // namespace

bool opensWithoutTheEnded(const EventStructure& structure, EventId half) {
  return !waitsForTheEnded(structure.program(), barrierIn(structure, half));
}

bool endedBefore(const std::vector<EventId>& arrivals, const EventStructure& structure, ThreadId thread,
                 ThreadEnd end) {
  return end == ThreadEnd::Completed && std::ranges::none_of(arrivals, [&](EventId arrival) {
           return structure.events()[arrival].thread == thread;
         });
}

bool isPerformedInOrder(const EventStructure& structure, EventId first, EventId second) {
  const Event& a = structure.events()[first];
  const Event& b = structure.events()[second];
  return a.partner == second || (isBarrierHalf(a.kind) && isBarrierHalf(b.kind)) || readAcquires(a) ||
         writeReleases(b) || parts(structure, first) || parts(structure, second);
}

bool isDoneByTheEnd(const EventStructure& structure, EventId event) {
  const EventKind kind = structure.events()[event].kind;
  return kind == EventKind::Read || isBarrierHalf(kind);
}

bool endsInACircle(const EventStructure& structure, const std::vector<LetGo>& letGo,
                   const std::function<bool(EventId)>& happened,
                   const std::function<bool(EventId, EventId)>& leadsTo) {
  if (letGo.empty()) {
    return false;
  }
  Follow follow(structure, letGo, happened, leadsTo);
  return std::ranges::any_of(letGo, [&](const LetGo& one) { return follow.leadsBack(one.ended); });
}

bool endsInACircle(const Execution& x) {
  return endsInACircle(
      *x.structure, letGoIn(x), [&](EventId e) { return x.happened.contains(e); },
      [&](EventId a, EventId b) {
        return x.rf.contains(a, b) || x.syncBarrier.contains(a, b) || x.addr.contains(a, b) ||
               x.data.contains(a, b) || x.ctrl.contains(a, b);
      });
}

}  // namespace hrfcheck::inline execution
