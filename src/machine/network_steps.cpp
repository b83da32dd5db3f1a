// The steps that are nobody's (Transitions): messages that arrive, caches that drain, evict and fill.

#include "machine/transitions.h"

namespace hrfcheck::inline machine {
namespace {

bool lockedOnTheWay(const MachineState& s, const MemoryTree& tree, MemoryNodeId from, MemoryNodeId to,
                    std::uint32_t a) {
  const MemoryNodeId end = tree.commonNode(from, to);
  for (MemoryNodeId n = from; n != end;) {
    n = tree.nodes()[n].parent;
    if (s.lock(n, a) != 0) {
      return true;
    }
  }
  return false;
}

}  // namespace

void Transitions::messages(const MachineState& s, ThreadId t, Successors& out) const {
  using Messages = MachineState::Messages;
  const bool flushes = s.anyUnderWay(Messages::Flush, t);
  const bool invalidations =
      s.anyUnderWay(Messages::InvalidationEndingStall, t) || s.anyUnderWay(Messages::PlainInvalidation, t);
  if (!flushes && !invalidations) {
    return;
  }
  for (MemoryNodeId n = 0; n < tree_.cacheCount(); ++n) {
    const bool pending =
        s.underWay(Messages::InvalidationEndingStall, t, n) || s.underWay(Messages::PlainInvalidation, t, n);
    if (s.underWay(Messages::Flush, t, n) && !pending) {  // the channel keeps its order
      Step step{Step::Kind::FlushMessage};
      step.thread = t;
      step.node = step.other = n;
      MachineState next(*layout_, out.add(step, s.bytes()));
      next.setUnderWay(Messages::Flush, t, n, false);
      const Turn sender = s.postedMicro(t) != 0 ? turn(t, s.postedLocal(t), s.postedMicro(t), true)
                                                : turn(t, s.local(t), s.micro(t), false);
      const MicroOp& flush = sender.code->flushBefore(sender.micro);
      memory_.enter(next, n, {true, 0, t, tree_.path(t)[flush.at], flush.stalls});
    }
    if (pending && deliverable(s, t, n)) {
      invalidationMessage(s, t, n, out);
    }
  }
}

/// Of nested caches the outer one's invalidation comes first (outer-first), or the inner one's.
bool Transitions::deliverable(const MachineState& s, ThreadId t, MemoryNodeId n) const {
  using Messages = MachineState::Messages;
  for (MemoryNodeId m = 0; m < tree_.cacheCount(); ++m) {
    const bool before = rules_[Rule::OuterFirst] ? tree_.isUnder(n, m) : tree_.isUnder(m, n);
    if (before && (s.underWay(Messages::InvalidationEndingStall, t, m) ||
                   s.underWay(Messages::PlainInvalidation, t, m))) {
      return false;
    }
  }
  return true;
}

void Transitions::invalidationMessage(const MachineState& s, ThreadId t, MemoryNodeId n,
                                      Successors& out) const {
  using Messages = MachineState::Messages;
  Step step{Step::Kind::InvalidationMessage};
  step.thread = t;
  step.node = step.other = n;
  MachineState next(*layout_, out.add(step, s.bytes()));
  // One that ends a stall has been sent earlier: who sends the others waits until they have arrived.
  const bool ends = s.underWay(Messages::InvalidationEndingStall, t, n);
  next.setUnderWay(ends ? Messages::InvalidationEndingStall : Messages::PlainInvalidation, t, n, false);
  if (!memory_.invalidationArrives(next, ends ? InvalidationKind::EndsStall : InvalidationKind::Plain, t,
                                   n)) {
    out.dropLast();
  }
}

void Transitions::drains(const MachineState& s, MemoryNodeId n, Successors& out) const {
  if (s.fifoSize(n) == 0) {
    return;
  }
  const FifoEntry head = s.fifoAt(n, 0);
  Step step{head.marker ? Step::Kind::PassMarker : Step::Kind::Drain};
  step.node = n;
  step.other = tree_.nodes()[n].parent;
  if (head.marker) {
    step.thread = head.thread;
    MachineState next(*layout_, out.add(step, s.bytes()));
    memory_.passMarker(next, n);
    return;
  }
  step.location = head.location;
  step.value = s.value(n, head.location);
  MachineState next(*layout_, out.add(step, s.bytes()));
  if (!memory_.writeBack(next, n, head.location)) {
    out.dropLast();
  }
}

/// Dirty lines that leave before their turn.
void Transitions::early(const MachineState& s, MemoryNodeId n, Successors& out) const {
  if (queuesReorder_ ? tree_.nodes()[n].buffer : environment_ == Environment::Fifo) {
    return;
  }
  for (std::size_t i = 0; i < s.fifoSize(n); ++i) {
    const FifoEntry entry = s.fifoAt(n, i);
    if (entry.marker && queuesReorder_) {
      return;
    }
    if (entry.marker || i == 0) {
      continue;
    }
    Step step{Step::Kind::Early};
    step.node = n;
    step.other = tree_.nodes()[n].parent;
    step.location = entry.location;
    step.value = s.value(n, entry.location);
    MachineState next(*layout_, out.add(step, s.bytes()));
    if (!memory_.writeBack(next, n, entry.location)) {
      out.dropLast();
    }
  }
}

/// Lines that a cache fills on its own.
void Transitions::fills(const MachineState& s, MemoryNodeId n, bool reduce, Successors& out) const {
  if (environment_ != Environment::Full || tree_.nodes()[n].buffer || (reduce && ended(s))) {
    return;
  }
  const bool twoSteps = layout_->needs.fills;
  for (std::uint32_t a = 0; a < layout_->locations; ++a) {
    Step step{Step::Kind::Prefetch};
    step.node = step.other = n;
    step.location = a;
    if (twoSteps && s.fill(n, a) != 0) {
      step.kind = Step::Kind::Fill;
      step.value = static_cast<ValueIndex>(s.fill(n, a) - 1);
      MachineState next(*layout_, out.add(step, s.bytes()));
      next.setFill(n, a, 0);
      if (!s.dirty(n, a)) {
        next.setClean(n, a, step.value);
      }
      continue;
    }
    const MemoryNodeId outer = memory_.nearestOuter(s, n, a);
    const ValueIndex v = s.value(outer, a);
    const bool same = s.clean(n, a) && s.value(n, a) == v;
    if (s.dirty(n, a) || (same && !twoSteps) || lockedOnTheWay(s, tree_, n, outer, a) ||
        (reduce && !mayRead(s, n, a)) || (ldsApart_ && program_->locations[a].space == AddressSpace::Local)) {
      continue;
    }
    step.kind = twoSteps ? Step::Kind::PrefetchRequest : Step::Kind::Prefetch;
    step.other = outer;
    step.value = v;
    MachineState next(*layout_, out.add(step, s.bytes()));
    if (twoSteps) {
      next.setFill(n, a, static_cast<std::uint8_t>(v + 1));
    } else {
      next.setClean(n, a, v);
    }
  }
}

}  // namespace hrfcheck::inline machine
