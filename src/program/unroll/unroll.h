#pragma once

#include <vector>

#include "program/ir/program.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline program {

/// Index of a node in an UnrolledThread; the nodes are in execution order, so every edge goes forward.
using NodeId = std::uint32_t;
inline constexpr NodeId kEndNode = ~NodeId{0};        ///< the thread has finished
inline constexpr NodeId kBoundNode = ~NodeId{0} - 1;  ///< the loop bound was reached
/// A spin loop goes round for ever. That it goes round once more and ends later needs no look: what such
/// paths could show, the same path with fewer rounds shows, too (spin_loops.h).
inline constexpr NodeId kSpinNode = ~NodeId{0} - 2;

/// One copy of an instruction. Only branches, jumps and exits whose predicate (if any) and condition (if any)
/// hold go to `taken`; everything else goes to `next`. `taken` equals `next` where there is nothing to
/// decide.
struct UnrolledNode {
  std::uint32_t instruction;
  std::uint32_t iteration;  ///< backward jumps taken before in the innermost loop around it
  std::uint32_t entry;  ///< which entry into this loop it belongs to: its copies differ by iterations only
  NodeId next;
  NodeId taken;
};

/// A loop of a thread: the instructions from `head` to `last`, which backward jumps lead from.
struct Loop {
  std::uint32_t head;
  std::uint32_t last;
  bool spin = false;           ///< see spin_loops.h
  unsigned earlierRounds = 1;  ///< of a spin loop: how many before the last need be looked at
  bool updates = false;    ///< of a spin loop: rounds that go back store what they read (failing_updates.h)
  bool storesOwn = false;  ///< of a spin loop: it stores in locations that only its thread accesses
  /// Of a spin loop: a round that goes back leaves something that may be looked at after the loop. Whether
  /// there was one is then to be seen.
  bool leavesBehind = false;

  bool contains(std::uint32_t instruction) const { return head <= instruction && instruction <= last; }
};

/// A thread without loops: backward jumps go to fresh copies. A path goes through a loop completely at most
/// `bound` times (each time the loop is entered); through a spin loop once, after its earlier rounds.
struct UnrolledThread {
  std::vector<UnrolledNode> nodes;  ///< only those reachable from the start
  NodeId start = kEndNode;
  bool mayReachBound = false;
  std::vector<Loop> loops;  ///< by head, outer before inner
};

/// Most nodes of one thread.
inline constexpr std::size_t kMostNodes = 20'000;

/// @param bound the number of complete iterations of a loop; the first one may always begin
/// @throws UserError where that gives more than kMostNodes nodes
/// @param loops of the thread (spin_loops.h)
/// @throws OutOfTime when the deadline expires first
UnrolledThread unroll(const Thread& thread, unsigned bound, std::vector<Loop> loops,
                      const Deadline& deadline = {});

}  // namespace hrfcheck::inline program
