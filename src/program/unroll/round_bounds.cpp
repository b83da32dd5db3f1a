#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "program/expr/substitute.h"
#include "program/ir/operands.h"
#include "program/ir/orders.h"
#include "program/unroll/going_back.h"
#include "program/unroll/spin_loops.h"
#include "util/invariant.h"

// Writes that a round may read from are counted on unrolled threads. In a spin loop, only the round that
// leaves writes (but for updates that store what they have read, which are not counted): its copies for one
// entry into the loop are one write, whichever of them are there. If the loop is inside another one, the
// writes of the entries before count, too.
//
// Where a round is one read, those count alone that let it go back, if they are fewer: of the rounds that go
// back, each but the first reads from another write than the one before it, and the first may read from an
// initial one.

namespace hrfcheck::inline program {
namespace {

/// The copies of an instruction of which an execution takes one at most: the instruction and the entry into
/// its spin loop; elsewhere, every node is its own.
using Writer = std::tuple<ThreadId, std::uint32_t, std::uint32_t, bool>;

Writer writerOf(ThreadId t, const UnrolledThread& thread, NodeId node) {
  const UnrolledNode& n = thread.nodes[node];
  const bool spins = std::any_of(thread.loops.begin(), thread.loops.end(),
                                 [&](const Loop& loop) { return loop.spin && loop.contains(n.instruction); });
  return spins ? Writer{t, n.instruction, n.entry, true} : Writer{t, node, 0, false};
}

/// A spin loop of an unrolled thread, and which nodes may write before a round of it.
class RoundsOf {
 public:
  RoundsOf(const std::vector<UnrolledThread>& threads, ThreadId thread, const Loop& loop)
      : thread_(thread), loop_(loop), nodes_(threads[thread].nodes) {
    std::map<std::uint32_t, NodeId> firstOf;
    NodeId beforeLast = 0;  // the last node of an entry but the last one
    for (NodeId n = 0; n < nodes_.size(); ++n) {
      if (inLoop(thread, n)) {
        beforeLast = end_ != 0 && nodes_[n].entry != nodes_[end_].entry ? end_ : beforeLast;
        end_ = n;
        firstOf.emplace(nodes_[n].entry, n);
      }
    }
    if (!firstOf.empty() && (firstOf.size() == 1 || firstOf.at(nodes_[end_].entry) > beforeLast)) {
      lastEntry_ = nodes_[end_].entry;
    }
  }

  bool inLoop(ThreadId t, NodeId n) const { return t == thread_ && loop_.contains(nodes_[n].instruction); }
  /// Another thread's node, or one that comes before some round and is not of the same entry.
  bool mayComeBefore(ThreadId t, NodeId n) const {
    return t != thread_ || (n < end_ && !(lastEntry_ && inLoop(t, n) && nodes_[n].entry == *lastEntry_));
  }

 private:
  ThreadId thread_;
  const Loop& loop_;
  const std::vector<UnrolledNode>& nodes_;
  NodeId end_ = 0;  ///< own writes behind the loop's last copy are too late to be read in it
  /// What it writes in its last entry is too late for all of its rounds. Nothing where none is the last one.
  std::optional<std::uint32_t> lastEntry_;
};

const Operation& operationAt(const Program& program, const std::vector<UnrolledThread>& threads, ThreadId t,
                             NodeId n) {
  return program.threads[t].instructions[threads[t].nodes[n].instruction].operation;
}

}  // namespace

unsigned roundsThatMatter(const Program& program, const std::vector<UnrolledThread>& threads,
                          const std::vector<std::vector<std::vector<LocationId>>>& nodeLocations,
                          ThreadId thread, const Loop& loop) {
  const RoundsOf rounds(threads, thread, loop);
  std::set<LocationId> read;
  for (NodeId n = 0; n < threads[thread].nodes.size(); ++n) {
    if (rounds.inLoop(thread, n) &&
        !std::holds_alternative<StoreOp>(operationAt(program, threads, thread, n))) {
      read.insert(nodeLocations[thread][n].begin(), nodeLocations[thread][n].end());
    }
  }
  ReadsBeforeGoingBack sources(program.threads[thread], loop);
  std::set<std::pair<Writer, LocationId>> writes;
  std::set<std::pair<Writer, LocationId>> goOn;
  for (ThreadId t = 0; t < threads.size(); ++t) {
    for (NodeId n = 0; n < threads[t].nodes.size(); ++n) {
      const Operation& operation = operationAt(program, threads, t, n);
      if (writesMemory(operation) && rounds.mayComeBefore(t, n)) {
        for (const LocationId l : nodeLocations[t][n]) {
          if (read.contains(l)) {
            writes.insert({writerOf(t, threads[t], n), l});
            if (sources.mayBe(constantStored(operation))) {
              goOn.insert({writerOf(t, threads[t], n), l});
            }
          }
        }
      }
    }
  }
  const auto initial = std::ranges::count_if(
      read, [&](LocationId l) { return sources.mayBe(knownInitially(program.locations[l])); });
  return static_cast<unsigned>(std::min(writes.size(), goOn.size() + static_cast<std::size_t>(initial)));
}

namespace {

/// Counts the writes that an update in a round that goes back may read from, but for those of such rounds.
class SourceCount {
 public:
  SourceCount(const Program& program, const std::vector<UnrolledThread>& threads,
              const std::vector<std::vector<std::vector<LocationId>>>& nodeLocations, ThreadId thread,
              const Loop& loop)
      : program_(program), threads_(threads), nodeLocations_(nodeLocations), rounds_(threads, thread, loop) {
    for (NodeId n = 0; n < threads[thread].nodes.size(); ++n) {
      if (rounds_.inLoop(thread, n)) {
        noteUpdate(thread, n);
      }
    }
  }

  unsigned run() const {
    unsigned sources = 0;
    for (const LocationId l : updated_) {
      sources += mayBeRewritten(knownInitially(program_.locations[l])) ? 1 : 0;
    }
    std::set<Writer> writers;
    for (ThreadId t = 0; t < threads_.size(); ++t) {
      for (NodeId n = 0; n < threads_[t].nodes.size(); ++n) {
        if (rounds_.mayComeBefore(t, n) && mayStore(t, n)) {
          writers.insert(writerOf(t, threads_[t], n));
        }
      }
    }
    return sources + static_cast<unsigned>(writers.size());
  }

 private:
  void noteUpdate(ThreadId thread, NodeId n) {
    const auto* rmw = std::get_if<RmwOperation>(&operationAt(program_, threads_, thread, n));
    if (rmw == nullptr) {
      return;
    }
    const std::vector<LocationId>& at = nodeLocations_[thread][n];
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
    const Operation& operation = operationAt(program_, threads_, t, n);
    return writesMemory(operation) && mayBeRewritten(constantStored(operation));
  }

  const Program& program_;
  const std::vector<UnrolledThread>& threads_;
  const std::vector<std::vector<std::vector<LocationId>>>& nodeLocations_;
  RoundsOf rounds_;
  std::set<LocationId> updated_;
  std::set<Value> values_;  ///< that the loop stores, where they are known
  bool known_ = true;
};

bool mayRelease(const Operation& operation) {
  const auto releases = [](const std::optional<Atomicity>& atomicity) {
    return atomicity && program::releases(atomicity->order);
  };
  const auto* store = std::get_if<StoreOp>(&operation);
  const auto* rmw = std::get_if<RmwOperation>(&operation);
  return std::holds_alternative<FenceOp>(operation) || std::holds_alternative<BarrierOp>(operation) ||
         (store != nullptr && releases(store->atomicity)) || (rmw != nullptr && releases(rmw->atomicity));
}

/// Whether whoever reads what the loop stores may acquire something from its thread: the loop releases, or
/// goes on with what the thread has released before, perhaps behind the loop in one that is around both.
bool mayRelease(const Thread& thread, const std::vector<Loop>& loops, const Loop& loop) {
  std::uint32_t last = loop.last;
  for (const Loop& around : loops) {
    last = around.contains(loop.head) ? std::max(last, around.last) : last;
  }
  return std::any_of(thread.instructions.begin(), thread.instructions.begin() + last + 1,
                     [](const Instruction& instruction) { return mayRelease(instruction.operation); });
}

}  // namespace

unsigned updatesThatMatter(const Program& program, const std::vector<UnrolledThread>& threads,
                           const std::vector<std::vector<std::vector<LocationId>>>& nodeLocations,
                           ThreadId thread, const Loop& loop) {
  const unsigned sources = SourceCount(program, threads, nodeLocations, thread, loop).run();
  return sources * (mayRelease(program.threads[thread], threads[thread].loops, loop) ? 2 : 1);
}

/// The rounds before have nodes of lower iterations, and so every way into the round from outside of it
/// leads through them: the walk back ends where the iteration changes.
std::vector<NodeId> roundUpTo(const UnrolledThread& thread, NodeId last) {
  const UnrolledNode& end = thread.nodes[last];
  const auto loop = std::ranges::find_if(thread.loops, [&](const Loop& l) {
    return l.spin && l.contains(end.instruction) && end.iteration == l.earlierRounds;
  });
  INVARIANT(loop != thread.loops.end(), "only spin loops are repeated for ever");
  std::set<NodeId> round{last};
  for (NodeId n = last; n-- > 0;) {
    const UnrolledNode& node = thread.nodes[n];
    const bool inRound = loop->contains(node.instruction) && node.iteration == end.iteration;
    if (inRound && (round.contains(node.next) || round.contains(node.taken))) {
      round.insert(n);
    }
  }
  return {round.begin(), round.end()};
}

}  // namespace hrfcheck::inline program
