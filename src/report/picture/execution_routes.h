#pragma once

#include <optional>
#include <vector>

#include "report/picture/execution_layout.h"

namespace hrfcheck {

/// The way of an arrow, and where its label stands.
struct ArrowRoute {
  std::vector<Point> curve;    ///< cubic Bézier pieces: 3n+1 points
  std::optional<Point> label;  ///< its centre; program order has none
};

/// One for each arrow of the graph: none goes through a node, labels overlap neither nodes nor labels as far
/// as there is room. Barrier and race have no arrow head; the others end in one.
/// @param labels of the arrows, as they are written
std::vector<ArrowRoute> routesOf(const ExecutionGraph& graph, const ExecutionLayout& layout,
                                 const std::vector<std::string>& labels);

}  // namespace hrfcheck
