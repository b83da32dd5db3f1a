#pragma once

#include <string>

#include "batch/compare/comparison.h"

namespace hrfcheck::inline batch {

/// The models by strength as a Graphviz graph, the strongest at the bottom: those that allow the same share a
/// node, a line leads up to what allows more, lines that follow from others are omitted.
std::string strengthDiagram(const Comparison& comparison);

}  // namespace hrfcheck::inline batch
