#pragma once

#include "cat/model/model.h"
#include "program/structure/event_structure.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline execution {

/// Whether a model says of itself that updates hand on what their sources do (`Updates: hand on`, or `hand on
/// without` a set that is empty in the test; docs/cat.md).
bool saysThatUpdatesHandOn(const Model& model, const EventStructure& structure);

/// Whether as many earlier rounds as `updatesThatMatter` counts show everything that loops can do which store
/// what they read (Loop::updates), under a model of which saysThatUpdatesHandOn is true.
/// @param all a structure with all rounds (RoundBounds::All, StoringLoops::Spin)
/// @throws OutOfTime when the deadline expires first
bool updatesHandOn(const Model& model, const EventStructure& all, const Deadline& deadline = {});

}  // namespace hrfcheck::inline execution
