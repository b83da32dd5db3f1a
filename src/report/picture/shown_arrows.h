#pragma once

#include <vector>

#include "report/picture/execution_graph.h"

namespace hrfcheck::inline report {

/// Without what follows from other pairs, where that is safe to omit: of a transitive relation the pairs
/// that two others make, of an equivalence all but a chain through each class. Pairs of an event with itself
/// are always omitted.
Relation reducedRelation(const Relation& relation);

// What is added to the arrows between nodes that are there already (ExecutionGraph::nodeOf). An arrow is not
// drawn twice: what holds between two nodes with an arrow is written on that one.

void addDependencies(ExecutionGraph& graph, const Execution& execution);
void addShown(ExecutionGraph& graph, const std::vector<ShownRelation>& relations);
void addSteps(ExecutionGraph& graph, const std::vector<DrawnStep>& steps);

}  // namespace hrfcheck::inline report
