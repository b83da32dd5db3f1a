#pragma once

#include <string>

#include "report/picture/execution_dot.h"

namespace hrfcheck::inline report {

/// What executionDot draws, for terminals: the events in an order in which they can be told, one on a line
/// and each in its thread's column (a list where columns would be too wide), then the arrows by relation.
std::string executionText(const Execution& execution, const DotOptions& options);

}  // namespace hrfcheck::inline report
