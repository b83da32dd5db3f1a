#pragma once

#include "cat/model/model.h"
#include "program/ir/program.h"

namespace hrfcheck::inline check {

/// Every execution of the program that the model allows is an interleaving of its threads, racy or not: the
/// model requires that program order, reads-from, coherence and from-reads have no cycle together, that
/// nothing is written between the halves of a read-modify-write where the program has any, and that nobody
/// leaves a barrier before all have arrived where the program has any, or, where barriers let them
/// (program/flow/ended_threads.h), have ended.
///
/// Decided on the resolved definitions, in whatever order and through whatever names they are written; of a
/// model that says the same in some other way (per location and between threads, say) the answer is no.
bool hasOnlyInterleavings(const Model& model, const Program& program);

/// Whether a relation is `ended`: from what threads did that have ended to departures from barriers that did
/// not wait for them.
bool isEndedOrder(const Model& model, CatNodeId relation);

}  // namespace hrfcheck::inline check
