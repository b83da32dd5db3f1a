#pragma once

#include "program/settle/known_run.h"

namespace hrfcheck::inline program {

/// Leaves out the arrivals at barriers, of all who meet, that order nothing of what is left: those before
/// anything else that their threads do, those behind everything, those directly behind the same barrier, and
/// those of exchanges among lanes of which no access is left. docs/loops.md has the argument ("Settled
/// memory").
void leaveOutNeedlessBarriers(const Program& program, KnownRun& run);

}  // namespace hrfcheck::inline program
