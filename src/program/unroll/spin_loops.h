#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "program/ir/program.h"
#include "program/unroll/unroll.h"

namespace hrfcheck::inline program {

/// The loops of a thread, by head, outer before inner. Loops that overlap without one containing the other
/// are one loop here, and so are those with one head, unless the shorter one spins.
///
/// A loop is a *spin loop* when going round it once more changes nothing but what the next round reads: on
/// every path from its head back to its head nothing is stored (a read-modify-write on such a path must be a
/// compare-and-swap that fails there), no barrier is passed, no other loop is entered; no register that the
/// loop writes is read by a round before that round has written it, unless every such path leaves the same
/// value in it, or none of them writes it; every path that leaves the loop writes all its registers that are
/// read after it, with the same exception; and some exit depends on what the round reads. Then any execution
/// in which the loop ends is, for everything outside the loop, one in which it ends at the first iteration
/// or the second one (the second, where a register is looked at, in the loop or behind it, that rounds which
/// go back set to the same value; Loop::leavesBehind); the rounds before matter for races of their reads and
/// for what they synchronize, and few of them suffice (Loop::earlierRounds). As many and a last one suffice
/// for executions in which the loop never ends. spin_loops.cpp says why.
///
/// @param observed registers of the thread that the final state, the condition or the filter speak of
/// @throws UserError when there are more than kMostLoops
/// @throws OutOfTime when the deadline expires first
std::vector<Loop> findLoops(const Thread& thread, const std::set<RegisterId>& observed,
                            const Deadline& deadline = {});

/// By instruction: what its location may hold when it reads it. Only of instructions for which that is known.
using OldValues = std::map<std::uint32_t, std::set<Value>>;

/// By load and store: the location, where only these loads and stores of the thread, all of them ordinary,
/// access it. It then is to the thread what a register is.
using OwnLocations = std::map<std::uint32_t, LocationId>;

/// What is known of the accesses of a thread.
struct KnownAccesses {
  OldValues old;
  OwnLocations own;
};

/// What the reads of a spin loop may return.
struct RoundValues {
  /// By read-modify-write: what it reads, and stores again, in a round that goes back to the head.
  OldValues rewritten;
  /// By read: what it may return in the round that leaves the loop, as far as that is known.
  OldValues leaving;
};

/// Loops, and for each of them what its reads may return.
struct FoundLoops {
  std::vector<Loop> loops;
  std::vector<RoundValues> values;
};

/// The same, where two things more may stand on a path back to the head:
///
/// * a read-modify-write, if it stores there what it has read, whatever that is (Loop::updates). What its
///   storing means for others is not looked at here: failing_updates.h;
/// * ordinary accesses of a location that is the thread's own (Loop::storesOwn), with the conditions for
///   registers. It counts as looked at after the loop.
FoundLoops findLoops(const Thread& thread, const std::set<RegisterId>& observed, const KnownAccesses& known,
                     const Deadline& deadline = {});

/// Most loops of one thread.
inline constexpr std::size_t kMostLoops = 500;

/// How many earlier rounds of a spin loop can differ for a model that needs every read: as many as there are
/// writes (other than the initial ones) to the locations that the loop reads; where a round is one read, of
/// these, the initial ones included, those whose values let it go back, if they are fewer.
/// @param nodeLocations by thread and node (program/values/value_flow.h)
unsigned roundsThatMatter(const Program& program, const std::vector<UnrolledThread>& threads,
                          const std::vector<std::vector<std::vector<LocationId>>>& nodeLocations,
                          ThreadId thread, const Loop& loop);

/// How many earlier rounds of a loop that stores what it reads (Loop::updates) can differ where such rounds
/// are needed, and where updates hand on what their sources do
/// (execution/elimination/transparent_rmw_chains.h): two for each write that stores what they store, or one
/// where they release nothing of their own.
/// @param nodeLocations as for roundsThatMatter
unsigned updatesThatMatter(const Program& program, const std::vector<UnrolledThread>& threads,
                           const std::vector<std::vector<std::vector<LocationId>>>& nodeLocations,
                           ThreadId thread, const Loop& loop);

/// The nodes of the last round of a spin loop from which this node, which goes back to the head once more,
/// can be reached: from the head's copy for that round on. Sorted.
std::vector<NodeId> roundUpTo(const UnrolledThread& thread, NodeId last);

}  // namespace hrfcheck::inline program
