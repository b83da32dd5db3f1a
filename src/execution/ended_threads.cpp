#include "execution/ended_threads.h"

#include <algorithm>

#include "execution/barriers.h"
#include "program/ir/ended_threads.h"
#include "program/ir/orders.h"
#include "program/skeleton/skeleton.h"

namespace hrfcheck::inline execution {
namespace {

const BarrierOp& barrierIn(const Skeleton& skeleton, EventId half) {
  return std::get<BarrierOp>(instructionOf(skeleton, half).operation);
}

bool readAcquires(const Event& event) {
  return event.kind == EventKind::Read && event.order && !event.failureOrder &&
         *event.order != Order::Consume && acquires(*event.order);
}

bool writeReleases(const Event& event) {
  return event.kind == EventKind::Write && event.order && releases(*event.order);
}

/// Whether an event parts what is before it from what is behind it.
bool parts(const Skeleton& skeleton, EventId e) {
  const Event& event = skeleton.events()[e];
  return (event.kind == EventKind::Fence && event.order) ||
         (isBarrierHalf(event.kind) && keepsAccessesApart(skeleton.program(), barrierIn(skeleton, e)));
}

/// What comes after an end.
class Follow {
 public:
  Follow(const Skeleton& skeleton, const std::vector<LetGo>& letGo,
         const std::function<bool(EventId)>& happened, const std::function<bool(EventId, EventId)>& leadsTo)
      : skeleton_(skeleton), letGo_(letGo), leadsTo_(leadsTo) {
    for (EventId e = 0; e < skeleton.size(); ++e) {
      if (happened(e)) {
        events_.push_back(e);
      }
    }
  }

  bool leadsBack(ThreadId ended) {
    reached_ = EventSet(skeleton_.size());
    open_.clear();
    end(ended);
    while (!open_.empty()) {
      const EventId e = open_.back();
      open_.pop_back();
      const ThreadId thread = skeleton_.events()[e].thread;
      if (thread == ended) {
        return true;
      }
      if (isDoneByTheEnd(skeleton_, e)) {
        end(thread);
      }
      std::ranges::for_each(events_, [&](EventId next) {
        if (leadsTo_(e, next) ||
            (skeleton_.po().contains(e, next) && isPerformedInOrder(skeleton_, e, next))) {
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

  const Skeleton& skeleton_;
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
  for (const auto& [key, meeting] : barrierMeetings(*x.skeleton, runs)) {
    if (meeting.departures.empty() || !opensWithoutTheEnded(*x.skeleton, meeting.departures.front())) {
      continue;
    }
    for (const ThreadId t : x.skeleton->barriers()[key.barrier].participants) {
      if (endedBefore(meeting.arrivals, *x.skeleton, t, x.runs[t].end)) {
        for (const EventId departure : meeting.departures) {
          result.push_back({t, departure});
        }
      }
    }
  }
  return result;
}

}  // namespace

bool opensWithoutTheEnded(const Skeleton& skeleton, EventId half) {
  return !waitsForTheEnded(skeleton.program(), barrierIn(skeleton, half));
}

bool endedBefore(const std::vector<EventId>& arrivals, const Skeleton& skeleton, ThreadId thread,
                 ThreadEnd end) {
  return end == ThreadEnd::Completed && std::ranges::none_of(arrivals, [&](EventId arrival) {
           return skeleton.events()[arrival].thread == thread;
         });
}

bool isPerformedInOrder(const Skeleton& skeleton, EventId first, EventId second) {
  const Event& a = skeleton.events()[first];
  const Event& b = skeleton.events()[second];
  return a.partner == second || (isBarrierHalf(a.kind) && isBarrierHalf(b.kind)) || readAcquires(a) ||
         writeReleases(b) || parts(skeleton, first) || parts(skeleton, second);
}

bool isDoneByTheEnd(const Skeleton& skeleton, EventId event) {
  const EventKind kind = skeleton.events()[event].kind;
  return kind == EventKind::Read || isBarrierHalf(kind);
}

bool endsInACircle(const Skeleton& skeleton, const std::vector<LetGo>& letGo,
                   const std::function<bool(EventId)>& happened,
                   const std::function<bool(EventId, EventId)>& leadsTo) {
  if (letGo.empty()) {
    return false;
  }
  Follow follow(skeleton, letGo, happened, leadsTo);
  return std::ranges::any_of(letGo, [&](const LetGo& one) { return follow.leadsBack(one.ended); });
}

bool endsInACircle(const Execution& x) {
  return endsInACircle(
      *x.skeleton, letGoIn(x), [&](EventId e) { return x.happened.contains(e); },
      [&](EventId a, EventId b) {
        return x.rf.contains(a, b) || x.syncBarrier.contains(a, b) || x.addr.contains(a, b) ||
               x.data.contains(a, b) || x.ctrl.contains(a, b);
      });
}

}  // namespace hrfcheck::inline execution
