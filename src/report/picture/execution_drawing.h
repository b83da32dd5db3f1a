#pragma once

#include <vector>

#include "report/picture/execution_routes.h"

namespace hrfcheck::inline report {

/// Everything that a picture of an execution consists of, with its place.
struct ExecutionDrawing {
  ExecutionGraph graph;
  ExecutionLayout layout;
  std::vector<ArrowRoute> routes;  ///< of the graph's arrows
};

/// With lines between those who meet at a barrier, and as much space as the labels need.
ExecutionDrawing drawingOf(const Execution& execution, const PictureOptions& options);

}  // namespace hrfcheck::inline report
