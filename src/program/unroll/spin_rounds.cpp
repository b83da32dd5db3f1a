#include <algorithm>
#include <set>

#include "program/ir/substitute.h"
#include "program/unroll/spin_loops.h"
#include "util/invariant.h"

namespace hrfcheck::inline program {
namespace {

/// A copy of an instruction of a spin loop for one of its earlier rounds, as long as the loop has few.
bool inEarlierSpin(const UnrolledThread& thread, NodeId node) {
  const UnrolledNode& n = thread.nodes[node];
  return std::any_of(thread.loops.begin(), thread.loops.end(), [&](const Loop& loop) {
    return loop.spin && loop.head <= n.instruction && n.instruction <= loop.last && n.iteration > 0;
  });
}

}  // namespace

unsigned roundsThatMatter(const Program& program, const std::vector<UnrolledThread>& threads,
                          const std::vector<std::vector<std::vector<LocationId>>>& nodeLocations,
                          ThreadId thread, const Loop& loop) {
  const auto operationAt = [&](ThreadId t, NodeId n) -> const Operation& {
    return program.threads[t].instructions[threads[t].nodes[n].instruction].operation;
  };
  const auto inLoop = [&](ThreadId t, NodeId n) {
    const std::uint32_t i = threads[t].nodes[n].instruction;
    return t == thread && loop.head <= i && i <= loop.last;
  };
  std::set<LocationId> read;
  NodeId end = 0;  // own writes behind the loop's last copy are too late to be read in it
  for (NodeId n = 0; n < threads[thread].nodes.size(); ++n) {
    end = inLoop(thread, n) ? n : end;
    if (inLoop(thread, n) && !std::holds_alternative<StoreOp>(operationAt(thread, n))) {
      read.insert(nodeLocations[thread][n].begin(), nodeLocations[thread][n].end());
    }
  }
  unsigned writes = 0;
  for (ThreadId t = 0; t < threads.size(); ++t) {
    for (NodeId n = 0; n < threads[t].nodes.size(); ++n) {
      const Operation& operation = operationAt(t, n);
      const bool stores = std::holds_alternative<StoreOp>(operation) ||
                          (std::holds_alternative<RmwOperation>(operation) && !inEarlierSpin(threads[t], n));
      const std::vector<LocationId>& at = nodeLocations[t][n];
      if (stores && !inLoop(t, n) && (t != thread || n < end)) {
        writes += static_cast<unsigned>(
            std::count_if(at.begin(), at.end(), [&](LocationId l) { return read.contains(l); }));
      }
    }
  }
  return writes;
}

namespace {

/// Counts the writes that an update in a round that goes back may read from, but for those of such rounds.
class SourceCount {
 public:
  SourceCount(const Program& program, const std::vector<UnrolledThread>& threads,
              const std::vector<std::vector<std::vector<LocationId>>>& nodeLocations, ThreadId thread,
              const Loop& loop)
      : program_(program), threads_(threads), nodeLocations_(nodeLocations), thread_(thread), loop_(loop) {
    for (NodeId n = 0; n < threads[thread].nodes.size(); ++n) {
      if (inLoop(thread, n)) {
        end_ = n;
        noteUpdate(n);
      }
    }
  }

  unsigned run() const {
    unsigned sources = 0;
    for (const LocationId l : updated_) {
      sources += mayBeRewritten(initialOf(program_.locations[l])) ? 1 : 0;
    }
    for (ThreadId t = 0; t < threads_.size(); ++t) {
      for (NodeId n = 0; n < threads_[t].nodes.size(); ++n) {
        const bool inTime = t != thread_ || n < end_;
        sources += inTime && !inLoop(t, n) && !inEarlierSpin(threads_[t], n) && mayStore(t, n) ? 1 : 0;
      }
    }
    return sources;
  }

 private:
  const Operation& operationAt(ThreadId t, NodeId n) const {
    return program_.threads[t].instructions[threads_[t].nodes[n].instruction].operation;
  }
  bool inLoop(ThreadId t, NodeId n) const {
    const std::uint32_t i = threads_[t].nodes[n].instruction;
    return t == thread_ && loop_.head <= i && i <= loop_.last;
  }

  static std::optional<Value> initialOf(const MemoryLocation& location) {
    return location.open ? std::nullopt : std::optional(location.initial);
  }

  void noteUpdate(NodeId n) {
    const auto* rmw = std::get_if<RmwOperation>(&operationAt(thread_, n));
    if (rmw == nullptr) {
      return;
    }
    const std::vector<LocationId>& at = nodeLocations_[thread_][n];
    updated_.insert(at.begin(), at.end());
    const std::optional<Value> value =
        rmw->op == RmwOp::Exchange ? constantValue(*rmw->operand) : std::nullopt;
    known_ = known_ && value;
    if (value) {
      values_.insert(*value);
    }
  }

  bool mayBeRewritten(std::optional<Value> value) const {
    return !known_ || !value || values_.contains(*value);
  }

  bool mayStore(ThreadId t, NodeId n) const {
    const std::vector<LocationId>& at = nodeLocations_[t][n];
    if (std::ranges::none_of(at, [&](LocationId l) { return updated_.contains(l); })) {
      return false;
    }
    if (const auto* store = std::get_if<StoreOp>(&operationAt(t, n))) {
      return mayBeRewritten(constantValue(*store->value));
    }
    const auto* rmw = std::get_if<RmwOperation>(&operationAt(t, n));
    const bool asGiven = rmw != nullptr && (rmw->op == RmwOp::Exchange || rmw->op == RmwOp::CompareSwap);
    return rmw != nullptr && mayBeRewritten(asGiven ? constantValue(*rmw->operand) : std::nullopt);
  }

  const Program& program_;
  const std::vector<UnrolledThread>& threads_;
  const std::vector<std::vector<std::vector<LocationId>>>& nodeLocations_;
  ThreadId thread_;
  const Loop& loop_;
  NodeId end_ = 0;
  std::set<LocationId> updated_;
  std::set<Value> values_;  ///< that the loop stores, where they are known
  bool known_ = true;
};

bool mayRelease(const Operation& operation) {
  const auto releases = [](const std::optional<Atomicity>& atomicity) {
    return atomicity && (atomicity->order == Order::Release || atomicity->order == Order::AcquireRelease ||
                         atomicity->order == Order::SeqCst);
  };
  const auto* store = std::get_if<StoreOp>(&operation);
  const auto* rmw = std::get_if<RmwOperation>(&operation);
  return std::holds_alternative<FenceOp>(operation) || std::holds_alternative<BarrierOp>(operation) ||
         (store != nullptr && releases(store->atomicity)) || (rmw != nullptr && releases(rmw->atomicity));
}

/// Whether whoever reads what the loop stores may acquire something from its thread: the loop releases, or
/// goes on with what the thread has released before.
bool mayRelease(const Thread& thread, const Loop& loop) {
  return std::any_of(thread.instructions.begin(), thread.instructions.begin() + loop.last + 1,
                     [](const Instruction& instruction) { return mayRelease(instruction.operation); });
}

}  // namespace

unsigned updatesThatMatter(const Program& program, const std::vector<UnrolledThread>& threads,
                           const std::vector<std::vector<std::vector<LocationId>>>& nodeLocations,
                           ThreadId thread, const Loop& loop) {
  const unsigned sources = SourceCount(program, threads, nodeLocations, thread, loop).run();
  return sources * (mayRelease(program.threads[thread], loop) ? 2 : 1);
}

/// The rounds before have nodes of lower iterations, and so every way into the round from outside of it
/// leads through them: the walk back ends where the iteration changes.
std::vector<NodeId> roundUpTo(const UnrolledThread& thread, NodeId last) {
  const UnrolledNode& end = thread.nodes[last];
  const auto loop = std::ranges::find_if(thread.loops, [&](const Loop& l) {
    return l.spin && l.head <= end.instruction && end.instruction <= l.last &&
           end.iteration == l.earlierRounds;
  });
  INVARIANT(loop != thread.loops.end(), "only spin loops are repeated for ever");
  std::set<NodeId> round{last};
  for (NodeId n = last; n-- > 0;) {
    const UnrolledNode& node = thread.nodes[n];
    const bool inRound =
        loop->head <= node.instruction && node.instruction <= loop->last && node.iteration == end.iteration;
    if (inRound && (round.contains(node.next) || round.contains(node.taken))) {
      round.insert(n);
    }
  }
  return {round.begin(), round.end()};
}

}  // namespace hrfcheck::inline program
