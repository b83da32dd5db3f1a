// Accesses of a timed machine: LD, ST and RMW of memory_steps.h, with room made before them, lines filled
// around what is read, and the time that levels take.

#include <algorithm>

#include "machine/timed/timed_machine.h"

namespace hrfcheck::inline machine {
namespace {

std::size_t wordsOf(const TimedOp& op) {
  return 1 + (op.also == nullptr ? 0 : op.also->size());
}

LocationId wordOf(const TimedOp& op, std::size_t lane) {
  return lane == 0 ? op.location : (*op.also)[lane - 1];
}

}  // namespace

/// A level takes an access or a line, when its port is free.
/// @return when it begins
Cycle TimedMachine::serve(MemoryNodeId n, Cycle from) {
  const Cycle begins = std::max(from, free_[n]);
  free_[n] = begins + timing_[n]->interval;
  ++counts(n).requests;
  return begins;
}

/// The time that an access takes from path[from] to path[to], which answers it.
Cycle TimedMachine::travel(ThreadId t, std::size_t from, std::size_t to) {
  Cycle time = now();
  for (std::size_t i = from; i <= to; ++i) {
    const MemoryNodeId n = tree_.path(t)[i];
    time = serve(n, time) + jittered(timing_[n]->latency);
  }
  return time - now();
}

/// The time until the answer is there; that of an owner goes through the level that knows it.
Cycle TimedMachine::answerTime(ThreadId t, std::size_t from, const MemorySteps::Hit& hit) {
  const Cycle time = travel(t, from, hit.at);
  return tree_.path(t)[hit.at] == hit.node ? time : time + jittered(options_->table.message);
}

void TimedMachine::countRead(ThreadId t, std::size_t from, const MemorySteps::Hit& hit, LocationId a) {
  const std::vector<MemoryNodeId>& path = tree_.path(t);
  for (std::size_t i = from; i < hit.at; ++i) {
    if (!tree_.nodes()[path[i]].buffer) {
      ++counts(path[i]).misses;
      counts(path[i]).invalidationMisses += state_->cache(path[i]).lost(a) ? 1 : 0;
    }
  }
  ++counts(hit.node).hits;
}

/// What answers a read from path[from] on, when the caches before it have room for its line; nothing where a
/// lock is in the way.
std::optional<MemorySteps::Hit> TimedMachine::hitWithRoom(ThreadId t, std::size_t from, LocationId a) {
  constexpr int kMostTries = 16;  // making room may drive the line out that answers
  const std::vector<MemoryNodeId>& path = tree_.path(t);
  for (int tries = 0; tries < kMostTries; ++tries) {
    const MemorySteps::Hits hits = memory_.hits(*state_, t, from, a);
    if (hits.count == 0) {
      return std::nullopt;
    }
    const MemorySteps::Hit hit = hits.of[0];
    if (!state_->isRoot(hit.node)) {
      state_->cache(hit.node).touch(state_->cache(hit.node).find(a));
    }
    for (std::size_t i = from; i < hit.at; ++i) {
      if (!tree_.nodes()[path[i]].buffer && !makeRoom(path[i], a)) {
        return std::nullopt;
      }
    }
    const bool owned = path[hit.at] != hit.node;
    if (owned ? state_->dirty(hit.node, a) : state_->valid(hit.node, a)) {
      return hit;
    }
  }
  return std::nullopt;
}

/// The words of a line that caches beside n own, as bits: the next level does not have their values.
std::uint32_t TimedMachine::ownedElsewhere(MemoryNodeId n, LocationId first) const {
  std::uint32_t mask = 0;
  for (const MemoryNodeId owner : tree_.nodes()[tree_.nodes()[n].parent].owners) {
    const TimedCache::Slot slot = owner == n ? TimedCache::kNoSlot : state_->cache(owner).find(first);
    mask |= slot == TimedCache::kNoSlot ? 0 : state_->cache(owner).dirtyWords(slot);
  }
  return mask;
}

/// PREF of the other words of the line: each cache gets what the next one has of it.
void TimedMachine::fillLine(ThreadId t, std::size_t from, std::size_t hit, LocationId a) {
  const std::uint32_t words = options_->table.lineWords();
  if (words == 1 || state_->anyLock()) {
    return;
  }
  const LocationId first = a - a % words;
  const std::vector<MemoryNodeId>& path = tree_.path(t);
  for (std::size_t i = hit; i-- > from;) {
    if (tree_.nodes()[path[i]].buffer) {
      continue;
    }
    const std::uint32_t others = ~ownedElsewhere(path[i], first);
    if (state_->isRoot(path[i + 1])) {
      const std::size_t there = std::min<std::size_t>(words, state_->memory().size() - first);
      const auto mask = static_cast<std::uint32_t>((std::uint64_t{1} << there) - 1);
      state_->cache(path[i]).fill(a, state_->memory().data() + first, mask & others);
      continue;
    }
    const TimedCache& outer = state_->cache(path[i + 1]);
    if (const TimedCache::Slot slot = outer.find(a); slot != TimedCache::kNoSlot) {
      state_->cache(path[i]).fill(a, outer.lineValues(slot), outer.validWords(slot) & others);
    }
  }
}

/// Room for what ACC* writes back from below path[k].
bool TimedMachine::makeRoomBelow(ThreadId t, std::size_t k, LocationId a) {
  const std::vector<MemoryNodeId>& path = tree_.path(t);
  bool dirty = false;
  for (std::size_t i = 0; i < k; ++i) {
    dirty = dirty || state_->dirty(path[i], a);
    if (dirty && !makeRoom(tree_.settles(path[i + 1]), a)) {
      return false;
    }
  }
  return true;
}

bool TimedMachine::storeWord(ThreadId t, std::size_t at, LocationId a, Value v) {
  const MemoryNodeId first = tree_.path(t)[at];
  const MemoryNodeId n = tree_.settles(first);
  if (!makeRoom(n, a)) {
    return false;
  }
  const bool has = state_->dirty(n, a);
  if (!memory_.store(*state_, t, first, a, v)) {
    return false;
  }
  handOn(first, has);
  ++counts(first).writes;
  afterWrite(n);
  if (!state_->isRoot(n) && options_->table.drainAfter != 0) {
    queue_.add(now() + jittered(options_->table.drainAfter), {Event::Kind::DrainOne, false, false, 0, n});
  }
  return true;
}

TimedMachine::Took TimedMachine::readWord(ThreadId t, Activity& activity, LocationId a, Cycle& latency) {
  const std::size_t at = activity.code->steps[activity.micro].at;
  const bool rmw = activity.op.kind == TimedOp::Kind::Rmw;
  const std::optional<MemorySteps::Hit> hit = hitWithRoom(t, at, a);
  if (!hit) {
    return Took::Blocked;
  }
  activity.read = state_->value(hit->node, a);
  countRead(t, at, *hit, a);
  latency = std::max(latency, answerTime(t, at, *hit));
  if (!rmw && !rules_[Rule::KillFill] && hit->at > at) {
    activity.latched = hit->at;  // its answer, and the fill, arrive later
    return Took::Waits;
  }
  memory_.install(*state_, t, at, hit->at, a, activity.read);
  fillLine(t, at, hit->at, a);
  if (rmw) {
    if (const std::optional<Value> written = code_->written(t, activity.op, activity.read)) {
      return storeWord(t, at, a, *written) ? Took::Step : Took::Blocked;
    }
  }
  return Took::Step;
}

TimedMachine::Took TimedMachine::readStep(ThreadId t, Activity& activity, Cycle& latency) {
  for (; activity.lane < wordsOf(activity.op); ++activity.lane) {
    const Took took = readWord(t, activity, wordOf(activity.op, activity.lane), latency);
    if (took != Took::Step) {
      latency = std::max<Cycle>(latency, 1);
      return took;
    }
  }
  return Took::Step;
}

TimedMachine::Took TimedMachine::writeStep(ThreadId t, Activity& activity, Cycle& latency) {
  const MicroOp& op = activity.code->steps[activity.micro];
  for (; activity.lane < wordsOf(activity.op); ++activity.lane) {
    if (!storeWord(t, op.at, wordOf(activity.op, activity.lane), activity.op.operand)) {
      return Took::Blocked;
    }
    latency = std::max(latency, travel(t, op.at, op.at));
  }
  if (!op.synchronizes) {  // an ordinary store goes on when the cache has taken it
    latency -= std::min<Cycle>(latency, timing_[tree_.path(t)[op.at]]->latency);
  }
  return Took::Step;
}

/// What changes before the access (request_rules.h), with room made for it.
bool TimedMachine::prepare(ThreadId t, Activity& activity, Cycle& latency) {
  const MicroOp& op = activity.code->steps[activity.micro];
  const RequestStep step{t, &op, activity.code->k, activity.op.location};
  if (!requests_.preparesAccess(step)) {
    return true;
  }
  for (std::size_t lane = activity.lane; lane < wordsOf(activity.op); ++lane) {
    if (!prepareWord({t, &op, activity.code->k, wordOf(activity.op, lane)}, latency)) {
      return false;
    }
  }
  return true;
}

bool TimedMachine::prepareWord(const RequestStep& step, Cycle& latency) {
  const MemoryNodeId n = tree_.path(step.thread)[step.op->at];
  if (step.op->withOwnCopies && !makeRoomBelow(step.thread, step.op->at, step.location)) {
    return false;
  }
  const bool ownership = step.op->owning || !tree_.nodes()[n].owners.empty();
  if (ownership && !makeRoom(tree_.settles(n), step.location)) {
    return false;
  }
  const bool asks = step.op->owning && !state_->dirty(n, step.location);
  if (!requests_.prepareAccess(*state_, step)) {
    return false;
  }
  if (asks) {
    latency = std::max(latency, travel(step.thread, step.op->at, step.op->at + 1));
    afterWrite(n);
  }
  return true;
}

TimedMachine::Took TimedMachine::access(ThreadId t, Activity& activity, Cycle& latency) {
  const MicroOp& op = activity.code->steps[activity.micro];
  const LocationId a = activity.op.location;
  if (activity.latched != 0) {
    const LocationId word = wordOf(activity.op, activity.lane);
    if (const std::optional<MemorySteps::Hit> hit = hitWithRoom(t, op.at, word)) {
      memory_.install(*state_, t, op.at, std::min<std::size_t>(hit->at, activity.latched), word,
                      activity.read);
    }
    activity.latched = 0;
    ++activity.lane;
    return readStep(t, activity, latency);
  }
  invalidateMeanwhile(activity);
  const bool inTheWay = activity.meanwhile < activity.code->meanwhile.size();
  if (inTheWay || !requests_.letIn(*state_, {t, &op, activity.code->k, a})) {
    return Took::Blocked;
  }
  if (!prepare(t, activity, latency)) {
    return Took::Blocked;
  }
  return activity.op.kind == TimedOp::Kind::Store ? writeStep(t, activity, latency)
                                                  : readStep(t, activity, latency);
}

}  // namespace hrfcheck::inline machine
