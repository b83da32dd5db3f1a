// The order in which threads come to a barrier that opens before everybody has come.
//
// What matters of it is who comes after those that open the barrier, and in which order: a thread leaves once
// the barrier is open, having waited for all that came before it and for all that opened it. Each order of
// the threads that may come is tried from the start, so that nothing is decided on the way: a thread passes
// when everybody has come who comes no later. Some of them may not come in the execution that results. Of the
// orders that differ in those alone, the one in which they stand last, in the order of the threads, counts.

#include <algorithm>

#include "engine/explicit/search.h"
#include "execution/barriers.h"

namespace hrfcheck::inline engine {

std::size_t Search::ArrivalOrder::lateness(ThreadId t) const {
  const auto place = std::ranges::find(late, t);
  return place == late.end() ? 0 : static_cast<std::size_t>(place - late.begin()) + 1;
}

void Search::collectArrivalOrders() {
  for (std::uint32_t b = 0; b < structure_.barriers().size(); ++b) {
    if (structure_.barriers()[b].opensEarly()) {
      arrivalOrders_.push_back({b, {}});
    }
  }
}

/// All orders at the barriers from the index-th on, each followed by everything that it leads to.
bool Search::chooseArrivalOrders(std::size_t index, double share) {
  if (index == arrivalOrders_.size()) {
    return explore(share);
  }
  ArrivalOrder& order = arrivalOrders_[index];
  const Barrier& barrier = structure_.barriers()[order.barrier];
  if (barrier.arrivals + order.late.size() == barrier.participants.size()) {
    return chooseArrivalOrders(index + 1, share);
  }
  const double each = share / static_cast<double>(barrier.participants.size() - order.late.size());
  for (const ThreadId t : barrier.participants) {
    if (order.lateness(t) != 0) {
      continue;
    }
    order.late.push_back(t);
    const bool goOn = step() && chooseArrivalOrders(index, each);
    order.late.pop_back();
    if (!goOn) {
      return false;
    }
  }
  return true;
}

const Search::ArrivalOrder* Search::arrivalOrderAt(EventId half) const {
  const auto order =
      std::ranges::find(arrivalOrders_, structure_.events()[half].barrier, &ArrivalOrder::barrier);
  return order == arrivalOrders_.end() ? nullptr : &*order;
}

/// The arrival of a thread at a barrier with a count; kNoEvent where it has not come.
EventId Search::arrivalOf(ThreadId t, std::uint32_t barrier) const {
  EventId arrival = kNoEvent;
  execution_.forEachEventOf(t, [&](EventId e) {
    const Event& event = structure_.events()[e];
    if (event.kind == EventKind::Arrive && event.barrier == barrier && execution_.executed(e)) {
      arrival = e;
    }
  });
  return arrival;
}

bool Search::mayPassEarly(EventId arrival) const {
  const ArrivalOrder& order = *arrivalOrderAt(arrival);
  const std::size_t own = order.lateness(structure_.events()[arrival].thread);
  return std::ranges::all_of(barrierOf(structure_, arrival).participants, [&](ThreadId t) {
    return order.lateness(t) > own || arrivalOf(t, order.barrier) != kNoEvent;
  });
}

bool Search::passEarly(ThreadId t) {
  const EventId arrival = threads_[t].pause.event;
  const ArrivalOrder& order = *arrivalOrderAt(arrival);
  for (const ThreadId other : barrierOf(structure_, arrival).participants) {
    if (order.lateness(other) <= order.lateness(t)) {
      execution_.meet(arrivalOf(other, order.barrier), structure_.events()[arrival].partner);
    }
  }
  return leaveBarrier(t);
}

/// Those who have not come stand last, in the order of the threads.
bool Search::arrivalsAreCanonical() const {
  return std::ranges::all_of(arrivalOrders_, [&](const ArrivalOrder& order) {
    const Barrier& barrier = structure_.barriers()[order.barrier];
    const auto comes = [&](ThreadId t) { return arrivalOf(t, order.barrier) != kNoEvent; };
    std::vector<ThreadId> absent;
    std::ranges::copy_if(barrier.participants, std::back_inserter(absent),
                         [&](ThreadId t) { return !comes(t); });
    const std::size_t last = std::min(absent.size(), order.late.size());
    return std::equal(absent.end() - static_cast<std::ptrdiff_t>(last), absent.end(),
                      order.late.end() - static_cast<std::ptrdiff_t>(last));
  });
}

LateArrivals Search::lateArrivals() const {
  LateArrivals late;
  for (const ArrivalOrder& order : arrivalOrders_) {
    for (const ThreadId t : order.late) {
      if (const EventId arrival = arrivalOf(t, order.barrier); arrival != kNoEvent) {
        late[order.barrier].push_back(arrival);
      }
    }
  }
  return late;
}

}  // namespace hrfcheck::inline engine
