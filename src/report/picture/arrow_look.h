#pragma once

#include <string>
#include <vector>

#include "report/picture/execution_graph.h"
#include "report/scene/scene.h"

namespace hrfcheck::inline report {

/// How an arrow is drawn. The label and the line say it without the colour, too; colours keep a contrast of
/// at least 4.5 to white and to the fills of boxes.
struct ArrowLook {
  Stroke stroke;
  bool directed = true;
};
ArrowLook lookOf(const ArrowKind& kind, std::size_t relation = 0, bool directed = true);
ArrowLook lookOf(const GraphArrow& arrow);

/// A line of the legend.
struct LegendEntry {
  ArrowLook look;
  std::string text;
  bool sample = true;  ///< false: nothing is drawn so, the text is all
};
/// Of everything that a graph has, in order.
/// @param marked what marked arrows are
std::vector<LegendEntry> legendOf(const ExecutionGraph& graph, const std::string& marked);

}  // namespace hrfcheck::inline report
