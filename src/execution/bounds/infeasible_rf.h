#pragma once

#include "cat/model/model.h"
#include "program/structure/event_structure.h"

namespace hrfcheck::inline execution {

/// Pairs of a write (initial ones, too) and a read that reads from it in no execution of the model: the
/// requirements fail because of the two, with another write to the same location that always comes between
/// them, in the read's thread or behind barriers that both threads pass; or because a barrier has the read
/// before the write. So a read sees what its own thread has left there, or what others store, and of that
/// what barriers leave.
///
/// @param draft of the test; values are not looked at
/// @throws OutOfTime when the deadline expires first
Relation infeasibleRf(const Model& model, const EventStructure& draft, const Deadline& deadline = {});

}  // namespace hrfcheck::inline execution
