// The caches of a timed machine: room for lines, write-backs, markers and messages. What happens to lines is
// said in memory_steps.h; here is when.

#include <algorithm>
#include <bit>
#include <utility>

#include "machine/timed/timed_machine.h"

namespace hrfcheck::inline machine {

/// A slot for a word's line, for which another line may have to go.
/// @return false where a lock keeps the other line from being written back
bool TimedMachine::makeRoom(MemoryNodeId n, LocationId a) {
  if (state_->isRoot(n)) {
    return true;
  }
  TimedCache& cache = state_->cache(n);
  const TimedCache::Slot slot = cache.candidate(a);
  if (cache.holds(slot, a)) {
    cache.touch(slot);
    return true;
  }
  counts(n).evictions += cache.occupied(slot) ? 1 : 0;
  if (cache.dirtyWords(slot) != 0) {
    if (!writeLine(n, slot)) {
      return false;
    }
    serve(tree_.nodes()[n].parent, now());
  }
  cache.take(slot, a);
  return true;
}

/// The dirty words of a line go to the next level; each is a step of its own (DRAIN, or EARLY out of order).
bool TimedMachine::writeLine(MemoryNodeId n, TimedCache::Slot slot) {
  TimedCache& cache = state_->cache(n);
  const MemoryNodeId to = tree_.settles(tree_.nodes()[n].parent);
  const LocationId first = cache.firstWord(slot);
  if (!makeRoom(to, first)) {
    return false;
  }
  const bool owned = state_->dirty(to, first);
  for (std::uint32_t rest = cache.dirtyWords(slot); rest != 0; rest &= rest - 1) {
    if (!memory_.writeBack(*state_, n, first + static_cast<LocationId>(std::countr_zero(rest)))) {
      return false;
    }
  }
  ++counts(n).writeBacks;
  handOn(tree_.nodes()[n].parent, owned);
  afterWrite(to);
  return true;
}

/// What comes to a level that keeps no dirty lines goes on to the next, which serves it; and who owns a line
/// asks the next level for it.
void TimedMachine::handOn(MemoryNodeId n, bool owned) {
  for (; tree_.nodes()[n].passesOn(); n = tree_.nodes()[n].parent) {
    serve(tree_.nodes()[n].parent, now());
  }
  if (tree_.nodes()[n].policy == WritePolicy::Ownership && !owned) {
    serve(tree_.nodes()[n].parent, now());
  }
}

/// A FIFO that holds too much begins to drain.
void TimedMachine::afterWrite(MemoryNodeId n) {
  if (!state_->isRoot(n) && state_->cache(n).dirtyLines() > fifoLimit_[n]) {
    scheduleDrain(n, now());
  }
}

void TimedMachine::scheduleDrain(MemoryNodeId n, Cycle time) {
  if (!draining_[n]) {
    draining_[n] = true;
    queue_.add(time, {Event::Kind::Drain, false, false, 0, n});
  }
}

void TimedMachine::drain(MemoryNodeId n, bool force) {
  TimedCache& cache = state_->cache(n);
  while (!cache.fifoEmpty() && cache.head().kind == TimedCache::Entry::Kind::Marker) {
    passMarker(n);
  }
  const bool wanted = force || cache.markers() > 0 || cache.dirtyLines() > fifoLimit_[n];
  if (cache.fifoEmpty() || !wanted) {
    return;
  }
  const MemoryNodeId parent = tree_.nodes()[n].parent;
  if (!writeLine(n, cache.head().slot)) {
    blockedDrains_.push_back(n);
    return;
  }
  const Cycle served = serve(parent, now());
  written_[n] = served + jittered(timing_[parent]->latency);
  if (cache.markers() > 0 || cache.dirtyLines() > fifoLimit_[n]) {
    scheduleDrain(n, std::max(served, now() + timing_[n]->interval));
  }
}

void TimedMachine::passMarker(MemoryNodeId n) {
  const FifoEntry marker = state_->cache(n).head().marker;
  const MemoryNodeId parent = tree_.nodes()[n].parent;
  memory_.passMarker(*state_, n);
  if (parent != marker.target) {
    ++counts(parent).markers;
    written_[parent] = std::max(written_[parent], written_[n]);
    scheduleDrain(parent, now());
    return;
  }
  const bool own =
      tree_.path(marker.thread).front() == n || tree_.isUnder(tree_.path(marker.thread).front(), n);
  const Cycle arrives = std::max(now(), written_[n]) + (own ? 0 : jittered(options_->table.message));
  acknowledged_[marker.thread] = std::max(acknowledged_[marker.thread], arrives);
  if (state_->unacknowledged(marker.thread) == 0) {
    wake(marker.thread, acknowledged_[marker.thread]);
  }
}

void TimedMachine::flushArrives(ThreadId t, MemoryNodeId n) {
  const auto before = invalidationsUnderWay_.find({t, n});
  if (before != invalidationsUnderWay_.end() && before->second > 0) {  // the channel keeps its order
    blockedMessages_.push_back({Event::Kind::Flush, false, false, t, n});
    return;
  }
  const Activity& sender = posted_[t].code != nullptr ? posted_[t] : main_[t];
  const MicroOp& flush = sender.code->flushBefore(sender.micro);
  memory_.enter(*state_, n, {true, 0, t, tree_.path(t)[flush.at], flush.stalls});
  ++counts(n).markers;
  drain(n, false);
}

void TimedMachine::invalidationArrives(ThreadId t, MemoryNodeId n, bool endsStall) {
  const InvalidationKind kind = endsStall ? InvalidationKind::EndsStall : InvalidationKind::Plain;
  if (!flushBefore(n) || !memory_.invalidationArrives(*state_, kind, t, n)) {
    blockedMessages_.push_back({Event::Kind::Invalidation, false, endsStall, t, n});
    return;
  }
  --invalidationsUnderWay_[{t, n}];
  for (const Event& message : std::exchange(blockedMessages_, {})) {
    const bool follows = message.kind == Event::Kind::Flush && message.thread == t && message.node == n;
    if (follows) {
      queue_.add(now(), message);
    } else {
      blockedMessages_.push_back(message);
    }
  }
  countInvalidated(n);
  if (!endsStall && --state_->plainUnderWay(t) == 0) {
    wake(t, now() + jittered(options_->table.message));
  }
}

/// Where an invalidation writes dirty lines back (flush-dirty), they go before it, line by line, with room
/// made for them.
/// @return false where a lock keeps one of them
bool TimedMachine::flushBefore(MemoryNodeId n) {
  while (const std::optional<LocationId> a =
             rules_[Rule::FlushDirty] ? state_->oldestDirty(n) : std::nullopt) {
    if (!writeLine(n, state_->cache(n).find(*a))) {
      return false;
    }
    serve(tree_.nodes()[n].parent, now());
  }
  return true;
}

bool TimedMachine::invalidate(MemoryNodeId n) {
  const bool done = flushBefore(n) && memory_.invalidate(*state_, n);
  countInvalidated(n);
  return done;
}

void TimedMachine::countInvalidated(MemoryNodeId n) {
  const auto [taken, dropped] = state_->takeInvalidated();
  counts(n).invalidated += taken + dropped;
  counts(n).dropped += dropped;
}

}  // namespace hrfcheck::inline machine
