// The requesters of a timed machine: each goes through the steps of its instructions, and through those of
// what it has posted.

#include <algorithm>

#include "machine/timed/timed_machine.h"

namespace hrfcheck::inline machine {

void TimedMachine::go(ThreadId t, bool posted) {
  activity(t, posted).waits = false;
  for (;;) {
    if (activity(t, posted).code == nullptr && !fetch(t)) {
      return;
    }
    Cycle latency = 0;
    switch (take(t, posted, latency)) {
      case Took::Blocked:
        block(t, posted);
        return;
      case Took::Waits:
        if (latency > 0) {  // else a message will wake it
          queue_.add(now() + latency, {Event::Kind::Go, posted, false, t, 0});
        }
        return;
      case Took::Step:
        break;
    }
    advance(t, posted, latency);
    if (posted && posted_[t].code == nullptr) {
      return;
    }
    if (latency > 0) {
      queue_.add(now() + latency, {Event::Kind::Go, posted, false, t, 0});
      return;
    }
  }
}

/// The next instruction of a thread.
/// @return false where it goes on later, or never
bool TimedMachine::fetch(ThreadId t) {
  TimedOp op = code_->next(t);
  while (op.kind == TimedOp::Kind::Clock) {
    code_->complete(t, op, static_cast<Value>(now()));
    op = code_->next(t);
  }
  switch (op.kind) {
    case TimedOp::Kind::End:
      report_.ends[t] = now();
      running_ -= posted_[t].code == nullptr ? 1 : 0;
      main_[t].op = op;
      endMeetings(t);
      return false;
    case TimedOp::Kind::Diverges:
      report_.unfinished = "a work-item loops for ever";
      return false;
    case TimedOp::Kind::Compute:
      code_->complete(t, op, 0);
      queue_.add(now() + std::max<Cycle>(1, op.cycles), {Event::Kind::Go, false, false, t, 0});
      return false;
    case TimedOp::Kind::Barrier:
      arrive(t, op);
      return false;
    case TimedOp::Kind::Scratchpad:
      useScratchpad(t, op);
      return false;
    default:
      break;
  }
  Activity& mine = main_[t];
  mine = {&microCode_[tree_.path(t).front()][op.operation], 0, 0, op, 0, 0, 0, now(), false};
  if (op.kind == TimedOp::Kind::Fence || op.kind == TimedOp::Kind::Meeting) {
    return true;
  }
  report_.operations += 1 + (op.also == nullptr ? 0 : op.also->size());
  report_.atomics += atomicOperation_[op.operation] ? 1 : 0;
  report_.remote += remoteOperation_[op.operation] ? 1 : 0;
  report_.scoped += scopedOperation_[op.operation] ? 1 : 0;
  return true;
}

/// The last to come to a barrier of a program lets everyone go on.
TimedMachine::Took TimedMachine::meet(ThreadId t, Activity& mine) {
  if (mine.met) {
    mine.met = false;
    return Took::Step;
  }
  Meeting& meeting = meetings_[mine.op.location];
  if (meeting.there.size() + 1 + meeting.ended < static_cast<std::size_t>(mine.op.operand)) {
    meeting.there.push_back(t);
    return Took::Waits;
  }
  letGo(meeting);
  return Took::Step;
}

void TimedMachine::letGo(Meeting& meeting) {
  for (const ThreadId other : std::exchange(meeting.there, {})) {
    main_[other].met = true;
    queue_.add(now() + std::max<Cycle>(1, jittered(options_->table.issue)),
               {Event::Kind::Go, false, false, other, 0});
  }
}

/// A thread that has ended is not waited for where the barrier is such a one.
void TimedMachine::endMeetings(ThreadId t) {
  for (const LocationId number : code_->meetingsWithoutEnded(t)) {
    Meeting& meeting = meetings_[number];
    ++meeting.ended;
    if (!meeting.there.empty() && meeting.there.size() + meeting.ended >=
                                      static_cast<std::size_t>(main_[meeting.there.front()].op.operand)) {
      letGo(meeting);
    }
  }
}

/// The last to come to a barrier of a workload lets everyone go on.
void TimedMachine::arrive(ThreadId t, const TimedOp& op) {
  if (op.location >= arrived_.size()) {
    arrived_.resize(op.location + 1);
  }
  std::vector<ThreadId>& there = arrived_[op.location];
  there.push_back(t);
  main_[t].op = op;
  if (there.size() < static_cast<std::size_t>(op.operand)) {
    return;
  }
  for (const ThreadId other : std::exchange(there, {})) {
    code_->complete(other, main_[other].op, 0);
    queue_.add(now() + std::max<Cycle>(1, options_->table.issue), {Event::Kind::Go, false, false, other, 0});
  }
}

/// Each pass of a local memory takes a cycle of it.
void TimedMachine::useScratchpad(ThreadId t, const TimedOp& op) {
  if (op.location >= scratchpadFree_.size()) {
    scratchpadFree_.resize(op.location + 1);
  }
  Cycle& free = scratchpadFree_[op.location];
  const Cycle done = std::max(now(), free) + std::max<Cycle>(1, op.cycles);
  free = done;
  ++report_.operations;
  code_->complete(t, op, 0);
  queue_.add(done + jittered(options_->table.scratchpad), {Event::Kind::Go, false, false, t, 0});
}

TimedMachine::Took TimedMachine::take(ThreadId t, bool posted, Cycle& latency) {
  Activity& mine = activity(t, posted);
  if (mine.code->steps[mine.micro].kind == MicroOp::Kind::Access) {
    return access(t, mine, latency);
  }
  if (mine.code->steps[mine.micro].kind == MicroOp::Kind::Meet) {
    return meet(t, mine);
  }
  // INV(own) of rm_ar.2 comes as soon as it may, or with jitter at some time before the access.
  const bool jitter = options_->table.jitter != 0;
  if (mine.micro >= mine.code->meanwhileFrom && (!jitter || random_.below(2) == 0)) {
    invalidateMeanwhile(mine);
  }
  return own(t, mine, latency);
}

TimedMachine::Took TimedMachine::own(ThreadId t, Activity& mine, Cycle& latency) {
  const MicroOp& op = mine.code->steps[mine.micro];
  const RequestStep step{t, &op, mine.code->k, mine.op.location};
  const bool awaits = op.kind == MicroOp::Kind::Wait || op.kind == MicroOp::Kind::WaitInvalidations;
  if (!requests_.possible(*state_, step)) {
    mine.waits = awaits;
    return awaits ? Took::Waits : Took::Blocked;
  }
  if (op.kind == MicroOp::Kind::Wait && acknowledged_[t] > now()) {
    latency = acknowledged_[t] - now();
  }
  const bool clears = op.kind == MicroOp::Kind::Invalidate;
  if ((clears && !flushBefore(op.nodes.front())) || !requests_.apply(*state_, step)) {
    return Took::Blocked;
  }
  if (state_->anySent()) {
    deliverSent();
  }
  if (clears) {
    countInvalidated(op.nodes.front());
    latency = jittered(options_->table.invalidate);
  }
  return Took::Step;
}

/// To the next step, or past the instruction.
void TimedMachine::advance(ThreadId t, bool posted, Cycle& latency) {
  Activity& mine = activity(t, posted);
  const bool posts = mine.code->steps[mine.micro].kind == MicroOp::Kind::Post;
  if (mine.micro + 1 < mine.code->steps.size() && !posts) {
    ++mine.micro;
    return;
  }
  if (posts) {
    posted_[t] = mine;
    ++posted_[t].micro;
    state_->setPosted(t, true);
    queue_.add(now(), {Event::Kind::Go, true, false, t, 0});
  }
  latency = std::max<Cycle>(latency + options_->table.issue, 1);
  finish(t, posted, latency);
}

void TimedMachine::finish(ThreadId t, bool posted, Cycle latency) {
  Activity& mine = activity(t, posted);
  const Cycle took = now() + latency - mine.began;
  report_.remoteCycles += remoteOperation_[mine.op.operation] ? took : 0;
  report_.scopedCycles += scopedOperation_[mine.op.operation] ? took : 0;
  mine.code = nullptr;
  if (!posted) {
    code_->complete(t, mine.op, mine.read);
    return;
  }
  state_->setPosted(t, false);
  running_ -= main_[t].op.kind == TimedOp::Kind::End ? 1 : 0;
  wakeBlocked();
}

void TimedMachine::invalidateMeanwhile(Activity& mine) {
  const std::vector<MemoryNodeId>& nodes = mine.code->meanwhile;
  while (mine.meanwhile < nodes.size() && mine.micro >= mine.code->meanwhileFrom &&
         invalidate(nodes[mine.meanwhile])) {
    ++mine.meanwhile;
  }
}

void TimedMachine::block(ThreadId t, bool posted) {
  ++report_.stalls;
  blocked_.push_back({t, posted, now()});
}

void TimedMachine::wakeBlocked() {
  for (const Blocked& blocked : std::exchange(blocked_, {})) {
    report_.stallCycles += now() - blocked.since;
    queue_.add(now() + 1, {Event::Kind::Go, blocked.posted, false, blocked.thread, 0});
  }
  for (const MemoryNodeId n : std::exchange(blockedDrains_, {})) {
    scheduleDrain(n, now() + 1);
  }
  for (const Event& message : std::exchange(blockedMessages_, {})) {
    queue_.add(now() + 1, message);
  }
}

/// Somebody who waits for messages goes on.
void TimedMachine::wake(ThreadId t, Cycle time) {
  for (const bool posted : {true, false}) {
    if (activity(t, posted).waits) {
      activity(t, posted).waits = false;
      queue_.add(std::max(time, now()), {Event::Kind::Go, posted, false, t, 0});
    }
  }
}

/// Messages set off; those of one work-item arrive in the order in which it sent them.
void TimedMachine::deliverSent() {
  std::vector<TimedState::Sent> sent = state_->takeSent();
  if (!rules_[Rule::OuterFirst]) {
    std::ranges::reverse(sent);
  }
  for (const TimedState::Sent& message : sent) {
    const ThreadId t = message.thread;
    const bool own = tree_.path(t).front() == message.node;
    const Cycle arrives = std::max(lastMessage_[t], now() + (own ? 0 : jittered(options_->table.message)));
    lastMessage_[t] = arrives;
    const bool flush = message.kind == MessageKind::Flush;
    const bool ends = message.kind == MessageKind::InvalidationEndingStall;
    invalidationsUnderWay_[{t, message.node}] += flush ? 0 : 1;
    state_->plainUnderWay(t) += message.kind == MessageKind::PlainInvalidation ? 1 : 0;
    queue_.add(arrives,
               {flush ? Event::Kind::Flush : Event::Kind::Invalidation, false, ends, t, message.node});
  }
}

}  // namespace hrfcheck::inline machine
