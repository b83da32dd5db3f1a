#pragma once

#include "cat/model/model.h"
#include "program/structure/event_structure.h"

namespace hrfcheck::inline execution {

/// Whether a model bears out what makes spin loops of loops that store (program/structure/silent_rmws.h):
///
/// * that nothing comes between what an update reads and what it stores, so that one which stores what it has
///   read leaves its location as it is;
/// * that a thread reads what it has written last, in locations that it alone accesses.
///
/// Each is asked of all accesses of the locations of such loops, by patterns that no execution of the model
/// may have.
///
/// @param few a structure with such loops (StoringLoops)
/// @throws OutOfTime when the deadline expires first
bool bearsOutStoringLoops(const Model& model, const EventStructure& few, const Deadline& deadline = {});

}  // namespace hrfcheck::inline execution
