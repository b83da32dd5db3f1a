#pragma once

#include "cat/model/model.h"
#include "program/structure/event_structure.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline execution {

/// Whether a model says of itself that updates hand on what their sources do (`Updates: hand on`, or `hand on
/// without` a set that is empty in the test; docs/cat.md).
bool saysThatUpdatesHandOn(const Model& model, const EventStructure& structure);

/// Whether whoever reads from a round that stores what it has read (Loop::updates) may as well read from the
/// source of that round, under a model of which saysThatUpdatesHandOn is true. What the round itself releases
/// is missing then.
/// @param structure one with such loops
/// @throws OutOfTime when the deadline expires first
bool mayReadFromSource(const Model& model, const EventStructure& structure, const Deadline& deadline = {});

/// Whether, besides, in a structure with all rounds (RoundBounds::All) as many earlier rounds as
/// `updatesThatMatter` counts show everything that such loops can do.
/// @throws OutOfTime when the deadline expires first
bool updatesHandOn(const Model& model, const EventStructure& all, const Deadline& deadline = {});

}  // namespace hrfcheck::inline execution
