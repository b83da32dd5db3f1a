#pragma once

#include "cat/model/model.h"
#include "program/structure/event_structure.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline execution {

/// Whether reads of spin loops step forward in coherence from iteration to iteration under a model: none
/// reads from a write that is before the one which the same instruction read from before. So an iteration
/// that reads what the one before it has read is directly behind it. Each pair of writes that a read may read
/// from is asked about, by patterns that no execution of the model may have (forbidden_patterns.h).
///
/// @param all a structure with all rounds (RoundBounds::All)
/// @throws OutOfTime when the deadline expires first
bool readsStepForward(const Model& model, const EventStructure& all, const Deadline& deadline = {});

/// Whether each iteration of a spin loop that goes back to its head is one read, and nothing else that is an
/// event: no further read, no fence.
bool iterationIsOneRead(const Thread& thread, const Loop& loop);

/// Whether each iteration of a spin loop that goes back to its head reads atomically alone.
bool iterationReadsAtomically(const Thread& thread, const Loop& loop);

}  // namespace hrfcheck::inline execution
