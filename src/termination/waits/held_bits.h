#pragma once

#include "termination/waits/cells.h"
#include "termination/waits/wavefront_code.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline termination {

/// Where in its code a thread may stand and have a lock bit, by itself, whatever it reads from memory: the
/// predicates that ldslk sets are followed, so that `@p stsul` behind `ldslk p` is known to give the bit
/// back. No place is left out.
/// @throws OutOfTime when the deadline expires
Places mayHold(const Program& program, ThreadId lane, const Cell& bit, const Cells& cells,
               const Deadline& deadline);

}  // namespace hrfcheck::inline termination
