// What there is to choose from, and what a model's plainest rules (coherence_rules.h) leave of it.

#include <algorithm>

#include "engine/explicit/search.h"

namespace hrfcheck::inline engine {

EventId Search::writeOf(EventId read) const {
  const Event& event = structure_.events()[read];
  return event.kind == EventKind::Read ? event.partner : kNoEvent;
}

EventId Search::readOf(EventId write) const {
  const Event& event = structure_.events()[write];
  return event.kind == EventKind::Write ? event.partner : kNoEvent;
}

/// A write that is to be placed, one with a read-modify-write's place first.
EventId Search::wantingPlace() const {
  EventId found = kNoEvent;
  for (const EventId write : writes_) {
    if (execution_.wantsPlace(write)) {
      if (readOf(write) != kNoEvent && execution_.source(readOf(write)) != kNoEvent) {
        return write;
      }
      found = found == kNoEvent ? write : found;
    }
  }
  return found;
}

/// Atomicity leaves no place between this write and the next one.
bool Search::splitsPair(EventId after) {
  const EventId next = execution_.coherenceNext(after);
  const EventId read = next == kNoEvent ? kNoEvent : readOf(next);
  return read != kNoEvent && execution_.source(read) == after && rules_.followsDirectly(next, after);
}

/// The writes after which this one may be placed.
void Search::collectPlaces(EventId write) {
  const EventId initial = execution_.initialWrite(execution_.location(write));
  const auto mayFollow = [&](EventId after) {
    return execution_.coherenceNext(after) != kNoEvent || !readForever(after);
  };
  const EventId read = readOf(write);
  const EventId source = read == kNoEvent ? kNoEvent : execution_.source(read);
  const bool anywhere =
      source == kNoEvent || !execution_.placed(source) || !rules_.followsDirectly(write, source);
  EventId successor = kNoEvent;
  execution_.forEachReader(write, [&](EventId reader) {
    const EventId other = writeOf(reader);
    if (other != kNoEvent && execution_.placed(other) && rules_.followsDirectly(other, write)) {
      successor = other;
    }
  });
  for (EventId after = initial; after != kNoEvent; after = execution_.coherenceNext(after)) {
    const bool follows = anywhere || source == after;
    const bool precedes = successor == kNoEvent || execution_.coherenceNext(after) == successor;
    if (follows && precedes && !splitsPair(after) && mayFollow(after)) {
      alternatives_.push_back(after);
    }
  }
}

bool Search::mayReadFrom(EventId read, LocationId location, EventId write) {
  const EventId half = readOf(write);
  const LocationId known = half != kNoEvent && execution_.location(write) == kNoLocation
                               ? execution_.location(half)
                               : execution_.location(write);
  if (known == kNoLocation) {
    const std::vector<LocationId>& may = structure_.mayLocations()[write];
    if (!std::binary_search(may.begin(), may.end(), location)) {
      return false;
    }
  } else if (known != location) {
    return false;
  }
  if (!execution_.executed(write)) {
    const ThreadId t = structure_.events()[write].thread;
    if (threads_[t].pause.kind == Pause::Kind::End ||
        !reach_.possibleFrom(t, threads_[t].state.at).contains(write)) {
      return false;
    }
  }
  return !rules_.comesTooEarly(read, write) && atomicityAllows(read, write);
}

/// Whether the write of this read, if it has one that happens for sure and must directly follow `write`, may.
bool Search::atomicityAllows(EventId read, EventId write) {
  const EventId own = writeOf(read);
  if (own == kNoEvent || !execution_.happened(own)) {
    return true;
  }
  if (execution_.placed(own) && (!execution_.placed(write) || execution_.coherencePrevious(own) == write)) {
    return true;
  }
  if (!rules_.followsDirectly(own, write)) {
    return true;
  }
  bool free = !execution_.placed(own);
  execution_.forEachReader(write, [&](EventId reader) {
    const EventId other = writeOf(reader);
    free =
        free && (other == kNoEvent || !execution_.happened(other) || !rules_.followsDirectly(other, write));
  });
  return free;
}

/// The executed writes that this read may read from and was not decided against, or (`stuck`) the writes that
/// have not been executed. Says whether there are others.
bool Search::collectSources(EventId read, LocationId location, bool stuck) {
  bool others = false;
  const auto consider = [&](EventId write) {
    const bool executed = execution_.executed(write);
    if (executed && (stuck || execution_.order(write) < execution_.postponedAt(read))) {
      return;
    }
    if (!mayReadFrom(read, location, write)) {
      return;
    }
    if (executed || stuck) {
      alternatives_.push_back(write);
    } else {
      others = true;
    }
  };
  consider(execution_.initialWrite(location));
  for (const EventId write : mayWrite_[location]) {
    consider(write);
  }
  return others;
}

/// The read to decide next: one all of whose possible sources have been executed, if there is one; then one
/// that some executed write is new to; of several the one with the fewest. With `stuck`, any.
std::optional<ThreadId> Search::pendingRead(bool stuck) {
  std::optional<ThreadId> best;
  std::size_t fewest = 0;
  for (ThreadId t = 0; t < threads_.size(); ++t) {
    const Pause& pause = threads_[t].pause;
    if (pause.kind != Pause::Kind::Read || execution_.source(pause.event) != kNoEvent) {
      continue;
    }
    const std::size_t begin = alternatives_.size();
    const bool others = collectSources(pause.event, pause.location, stuck);
    const std::size_t count = alternatives_.size() - begin;
    alternatives_.resize(begin);
    if (others && count == 0) {
      continue;
    }
    const std::size_t cost = count + (others ? structure_.size() : 0);
    if (!best || cost < fewest) {
      best = t;
      fewest = cost;
    }
    if (cost <= 1) {
      break;
    }
  }
  return best;
}

/// The thread is at a read that cannot read from anything that has been executed.
bool Search::waitsForLaterWrite(ThreadId t) {
  const Pause& pause = threads_[t].pause;
  if (pause.kind != Pause::Kind::Read || !rules_.pushesLaterWrites(pause.event)) {
    return false;
  }
  if (const EventId source = execution_.source(pause.event); source != kNoEvent) {
    return !execution_.executed(source);
  }
  const std::size_t begin = alternatives_.size();
  collectSources(pause.event, pause.location, false);
  const bool waits = alternatives_.size() == begin;
  alternatives_.resize(begin);
  return waits;
}

/// Some location is waited for by all threads that may still write to it, each at a read of it. What each of
/// them reads from comes in coherence before what its thread writes from then on, from which another one of
/// them reads: a circle.
bool Search::waitInCircle() {
  circle_.assign(threads_.size(), kNoLocation);
  for (ThreadId t = 0; t < threads_.size(); ++t) {
    if (waitsForLaterWrite(t)) {
      circle_[t] = threads_[t].pause.location;
    }
  }
  return std::ranges::any_of(circle_, [&](LocationId location) {
    return location != kNoLocation && std::ranges::all_of(mayWrite_[location], [&](EventId write) {
             const ThreadId t = structure_.events()[write].thread;
             return circle_[t] == location || execution_.executed(write) ||
                    threads_[t].pause.kind == Pause::Kind::End ||
                    !reach_.possibleFrom(t, threads_[t].state.at).contains(write);
           });
  });
}

/// The attributes of blocks (program/symmetry/symmetry.h), as far as they are known, do not decrease.
bool Search::inOrder() {
  return std::ranges::all_of(groups_, [&](const SymmetryGroup& group) { return inOrder(group); });
}

bool Search::inOrder(const SymmetryGroup& group) {
  EventId before = kNoEvent;
  bool open = false;  // an earlier block's attribute is still to be placed
  for (const EventId leader : group.leaders) {
    const bool reads = structure_.events()[leader].kind == EventKind::Read;
    const EventId attribute = reads ? execution_.source(leader) : leader;
    if (attribute == kNoEvent || !execution_.placed(attribute)) {
      open = open || isNew(leader, attribute);
      continue;
    }
    if ((before != kNoEvent && execution_.coherent(attribute, before)) ||
        (open && !freePlaceBefore(attribute))) {
      return false;
    }
    before = attribute;
  }
  return true;
}

/// A leader's attribute will be a write that has no place yet: it is known and has none, or the leader was
/// postponed after all writes that have a place (a promised one has one before it is executed).
bool Search::isNew(EventId leader, EventId attribute) const {
  return attribute != kNoEvent ||
         (execution_.openPromises() == 0 && execution_.postponedAt(leader) == execution_.executedCount());
}

/// Some write could still be placed before this one.
bool Search::freePlaceBefore(EventId write) {
  for (EventId after = execution_.coherencePrevious(write); after != kNoEvent;
       after = execution_.coherencePrevious(after)) {
    if (!splitsPair(after)) {
      return true;
    }
  }
  return false;
}

}  // namespace hrfcheck::inline engine
