#pragma once

#include "cat/model/model.h"
#include "program/structure/event_structure.h"

namespace hrfcheck::inline execution {

/// Pairs of writes, both surely to one location, that coherence has in this order in every execution of the
/// model in which both happen: the requirements fail on the two alone if it has them the other way round.
/// Looked for among the writes of each thread, in program order; transitive. Initial writes are left out.
///
/// @throws OutOfTime when the deadline expires first
Relation mustCo(const Model& model, const EventStructure& structure, const Deadline& deadline = {});

}  // namespace hrfcheck::inline execution
