#pragma once

#include <string>

#include "report/picture/execution_graph.h"

namespace hrfcheck::inline report {

/// What executionScene draws, for terminals: the events in an order in which they can be told, one on a line
/// and each in its thread's column (a list where columns would be too wide), then the arrows by relation.
std::string executionText(const Execution& execution, const PictureOptions& options);

}  // namespace hrfcheck::inline report
