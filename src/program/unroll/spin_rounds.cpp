#include <algorithm>
#include <set>

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
