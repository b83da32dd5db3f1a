#pragma once

#include <optional>
#include <vector>

#include "report/picture/execution_layout.h"

namespace hrfcheck::inline report {

/// The way of an arrow, and where its label stands.
struct ArrowRoute {
  std::vector<Point> curve;    ///< cubic Bézier pieces: 3n+1 points
  std::optional<Point> label;  ///< its centre, where the arrow has one
};

/// What a label covers.
Box labelBox(Point centre, const std::string& label);

/// One for each arrow of the graph: none goes through a node, labels overlap neither nodes nor labels as far
/// as there is room.
std::vector<ArrowRoute> routesOf(const ExecutionGraph& graph, const ExecutionLayout& layout);

/// How many labels lie on nodes, on names of threads or scopes, or on other labels.
std::size_t hiddenLabels(const ExecutionGraph& graph, const ExecutionLayout& layout,
                         const std::vector<ArrowRoute>& routes);

}  // namespace hrfcheck::inline report
