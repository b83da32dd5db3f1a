#pragma once

#include "machine/memory_steps.h"
#include "machine/sequence.h"

namespace hrfcheck::inline machine {

/// A step of a requester's instruction.
struct RequestStep {
  ThreadId thread;
  const MicroOp* op;
  std::size_t k;           ///< of the instruction: the node of its scope on the thread's path
  std::uint32_t location;  ///< that it accesses
};

/// When a requester may take a step, and what the step does, but for accesses: the rules that all drivers of
/// a machine share (memory_steps.h says over which states).
class RequestRules {
 public:
  RequestRules(const MemoryTree& tree, const MemorySteps& memory) : tree_(&tree), memory_(&memory) {}

  /// No cache up to path[k] is stalled by another.
  template <class State>
  bool gateOpen(const State& s, ThreadId t, std::size_t k) const {
    const std::vector<MemoryNodeId>& path = tree_->path(t);
    for (std::size_t i = 0; i <= k && path[i] != tree_->root(); ++i) {
      if (s.stalledByOther(path[i], t)) {
        return false;
      }
    }
    return true;
  }

  /// No stall is in the way of an access.
  template <class State>
  bool letIn(const State& s, const RequestStep& step) const {
    if (!step.op->synchronizes) {
      return true;
    }
    if (step.op->gated) {
      return gateOpen(s, step.thread, step.op->at);
    }
    const MemoryNodeId n = tree_->path(step.thread)[step.op->at];
    return n == tree_->root() || !s.stalledByOther(n, step.thread);
  }

  /// What a step waits for is there.
  template <class State>
  bool possible(const State& s, const RequestStep& step) const {
    switch (step.op->kind) {
      case MicroOp::Kind::Gate:
        return gateOpen(s, step.thread, step.k);
      case MicroOp::Kind::Flush:
        return !s.flushPosted(step.thread);  // a requester has one flush at a time
      case MicroOp::Kind::Wait:
        return s.unacknowledged(step.thread) == 0;
      case MicroOp::Kind::WaitInvalidations:
        return !s.anyUnderWay(MessageKind::PlainInvalidation, step.thread);
      case MicroOp::Kind::Lock:
        return s.lock(tree_->path(step.thread)[step.k], step.location) == 0;
      case MicroOp::Kind::Access:
      case MicroOp::Kind::Invalidate:
      case MicroOp::Kind::Unlock:
      case MicroOp::Kind::SendInvalidations:
      case MicroOp::Kind::Unstall:
      case MicroOp::Kind::Post:
      case MicroOp::Kind::Meet:  // who else has to be there is for the drivers
        return true;
    }
    return false;
  }

  /// Whether an access changes caches before it reads or writes.
  bool preparesAccess(const RequestStep& step) const {
    const MicroOp& op = *step.op;
    return (op.withOwnCopies && op.at > 0) || op.owning || !nodeOf(step).owners.empty();
  }

  /// What an access changes before it reads or writes: the requester's own copies of its line go out (ACC*),
  /// the line is recalled from who owns it below, or comes to be owned.
  /// @return false where a lock is in the way
  template <class State>
  bool prepareAccess(State& s, const RequestStep& step) const {
    const MicroOp& op = *step.op;
    const MemoryNodeId n = tree_->path(step.thread)[op.at];
    return (!op.withOwnCopies || memory_->dropOwnCopies(s, step.thread, op.at, step.location)) &&
           memory_->recall(s, n, step.location) &&
           (!op.owning || memory_->own(s, step.thread, n, step.location));
  }

  /// What the step does but for going on; false where a lock is in its way.
  template <class State>
  bool apply(State& s, const RequestStep& step) const {
    const ThreadId t = step.thread;
    const MicroOp& op = *step.op;
    switch (op.kind) {
      case MicroOp::Kind::Flush:
        for (const MemoryNodeId n : op.nodes) {
          s.send(MessageKind::Flush, t, n);
        }
        s.expectAcknowledgements(t, op.nodes.size());
        return true;
      case MicroOp::Kind::SendInvalidations:
        for (const MemoryNodeId n : op.nodes) {
          s.send(op.stalls ? MessageKind::InvalidationEndingStall : MessageKind::PlainInvalidation, t, n);
        }
        return true;
      case MicroOp::Kind::Invalidate:
        return memory_->invalidate(s, op.nodes.front());
      case MicroOp::Kind::Unstall:
        for (const MemoryNodeId n : op.nodes) {
          memory_->endStall(s, n, t);
        }
        return true;
      case MicroOp::Kind::Lock:
      case MicroOp::Kind::Unlock:
        s.setLock(tree_->path(t)[step.k], step.location, op.kind == MicroOp::Kind::Lock ? t + 1 : 0);
        return true;
      case MicroOp::Kind::Gate:
      case MicroOp::Kind::Wait:
      case MicroOp::Kind::WaitInvalidations:
      case MicroOp::Kind::Post:
      case MicroOp::Kind::Access:
      case MicroOp::Kind::Meet:
        return true;
    }
    return true;
  }

 private:
  const MemoryNode& nodeOf(const RequestStep& step) const {
    return tree_->nodes()[tree_->path(step.thread)[step.op->at]];
  }

  const MemoryTree* tree_;
  const MemorySteps* memory_;
};

}  // namespace hrfcheck::inline machine
