#pragma once

#include "cat/model/model.h"
#include "program/structure/event_structure.h"

namespace hrfcheck::inline execution {

/// Whether the earlier rounds of the spin loops of a test can be left out of its executions under a model,
/// all but one of each loop (program/unroll/spin_loops.h): an execution stays consistent without them and
/// keeps the flags that it raises. Known of all tests for some models (Licence::Deletion); for the others,
/// decided here by what the definitions may relate to the events of these rounds. Loops that acquire nothing,
/// for example, can be shortened under models in which ordinary reads need an order.
///
/// @param all the structure of the test with all rounds (RoundBounds::All)
/// @throws OutOfTime when the deadline expires first
bool roundsMayBeLeftOut(const Model& model, const EventStructure& all, const Deadline& deadline = {});

/// Whether the one round that is left of each spin loop besides the last one, for the races of its reads, can
/// be left out, too: no event of it may take part in anything that the model flags.
///
/// @param few a structure with few rounds (RoundBounds::Few) under a model for which these are enough
/// @throws OutOfTime when the deadline expires first
bool earlierRoundsRaiseNothing(const Model& model, const EventStructure& few, const Deadline& deadline = {});

/// Whether a model may flag, or ask for, a pair of events of two rounds of one spin loop. Of such a pair both
/// may be of rounds that are not the last one, whatever these read, so that one earlier round more is needed.
///
/// @param structure with at least one earlier round of each spin loop
/// @throws OutOfTime when the deadline expires first
bool twoRoundsMayMeet(const Model& model, const EventStructure& structure, const Deadline& deadline = {});

}  // namespace hrfcheck::inline execution
