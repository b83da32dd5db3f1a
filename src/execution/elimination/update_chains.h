#pragma once

#include <vector>

#include "cat/model/model.h"
#include "program/structure/event_structure.h"

namespace hrfcheck::inline execution {

/// Locations, sorted, that nothing writes but read-modify-writes of one operation whose order does not matter
/// (additions, say), in executions of the model each reading from the one before it in coherence order. What
/// such a location ends with follows from which of them happen: coherence does not matter.
///
/// That each reads from the one before it is established for the model and the test, not by the model's name:
/// reading from any other write fails the requirements on the events of the two and one write between them
/// (forbidden_patterns.h).
///
/// @throws OutOfTime when the deadline expires first
std::vector<LocationId> updateChains(const Model& model, const EventStructure& structure,
                                     const Deadline& deadline = {});

}  // namespace hrfcheck::inline execution
