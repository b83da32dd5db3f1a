#pragma once

#include <optional>
#include <vector>

#include "execution/execution.h"

namespace hrfcheck::inline execution {

/// A thread that ends Spinning at this node repeats its last round for ever. These are the atomic reads of
/// that round, whether they happen in it or not; each one that does reads from the write that is last in
/// coherence, for no write stays unseen for ever. Nothing is asked of ordinary reads: models that want an
/// ordinary read to be ordered behind the write it reads from (c11, opencl) may keep it from the last one.
/// Once an atomic read has returned a later write, such an ordinary read may have nothing left to return at
/// all; so where a round has ordinary reads, only its remote reads, whose repetition may order other events,
/// are among these, and of them only those of locations that the round does not read ordinarily
/// (docs/loops.md, "Executions that do not end"). So it is in each round where what follows may have nothing
/// to return, or the model is not known to let executions go on (LastWrites::PerhapsMissed). Nor is a
/// read-modify-write that stores what it reads: the write that it reads from is followed by its own, and by
/// those of other threads that spin in this way. What is asked of it is only that the execution can be
/// continued, so that its thread need not have come to the last write yet.
std::vector<EventId> readsForever(const EventStructure& structure, ThreadId thread, NodeId lastNode);

/// A read for which that fails in this execution, if the thread spins.
std::optional<EventId> overtakenForever(const Execution& execution, ThreadId thread);

}  // namespace hrfcheck::inline execution
