#pragma once

#include <string>

#include "report/picture/execution_dot.h"

namespace hrfcheck::inline report {

/// The picture that executionDot describes, in TikZ: for papers, without Graphviz.
std::string executionTikz(const Execution& execution, const DotOptions& options);

}  // namespace hrfcheck::inline report
