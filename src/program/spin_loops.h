#pragma once

#include <vector>

#include "program/program.h"
#include "program/unroll.h"

namespace hrfcheck {

/// The loops of a thread, by head, outer before inner. Loops that overlap without one containing the other
/// are one loop here.
///
/// A loop is a *spin loop* when going round it once more changes nothing but what the next round reads: on
/// every path from its head back to its head nothing is stored (a read-modify-write on such a path must be a
/// compare-and-swap that fails there), no barrier is passed, no other loop is entered; no register that the
/// loop writes is read by a round before that round has written it; and some exit depends on what the round
/// reads. Then any execution in which the loop ends is, for everything outside of the loop, one in which it
/// ends at the first round; the rounds before matter only for races of their reads, and for those one earlier
/// round suffices (litmus.md, "Loops").
std::vector<Loop> findLoops(const Thread& thread);

}  // namespace hrfcheck
