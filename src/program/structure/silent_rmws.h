#pragma once

#include <set>
#include <vector>

#include "program/ir/program.h"
#include "program/unroll/unroll.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline program {

struct StoringLoopsFound {
  std::vector<std::vector<Loop>> loops;  ///< by thread; empty where nothing was found
  /// What rounds that go back to the head have stored may be read outside of spin loops, or by such rounds
  /// that stay where others are left out: of loops behind which they show.
  bool readByThoseThatStay = false;
};

/// Who may read what rounds that go back store.
enum class Readers {
  Rounds,  ///< rounds that go back, and exchanges whose result nobody looks at
  Any      ///< whoever does so atomically: he finds what the source of the round has stored
};

/// The loops of a program, with those among the spin loops whose rounds that go back to the head
///
/// * store what they have read (Loop::updates), as in `while (atomic_exchange(lock, 1) == 1) ;` or
///   `while (atomic_fetch_add(flag, 0) == 0) ;`. With Readers::Rounds, whatever reads that is a round of a
///   spin loop that goes back to the head, too, or an exchange whose result nobody looks at
///   (`atomic_exchange(lock, 0);`, which gives the lock back), so that nothing depends on them but what they
///   synchronize;
/// * store in locations that no other thread accesses (Loop::storesOwn):
///   `while (!compare_exchange(lock, expected, 1)) *expected = 0;`.
///
/// @param threads unrolled, with such loops as loops that are bounded
/// @param observed by thread, as for findLoops
/// @throws OutOfTime when the deadline expires first
StoringLoopsFound loopsThatStore(const Program& program, const std::vector<UnrolledThread>& threads,
                                 const std::vector<std::set<RegisterId>>& observed,
                                 Readers readers = Readers::Rounds, const Deadline& deadline = {});

/// Whether a node is of a loop whose rounds store what they have read (Loop::updates).
bool isInUpdatingLoop(const UnrolledThread& thread, NodeId node);

}  // namespace hrfcheck::inline program
