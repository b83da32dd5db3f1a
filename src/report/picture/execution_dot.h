#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "report/picture/execution_graph.h"
#include "report/picture/picture_parts.h"

namespace hrfcheck::inline report {

/// What is marked in the picture of an execution, and its title.
struct DotOptions {
  std::optional<std::pair<EventId, EventId>> racing;  ///< drawn in red
  std::string title;
  PictureFacts facts = {};
  std::vector<DrawnStep> steps = {};       ///< pointed out, in bold
  std::string stepsMeaning = "the cycle";  ///< for the legend
  PictureParts parts = {};
};

/// An execution as a Graphviz graph: threads in columns inside the boxes of their scope tree, events with
/// order and scope, program order downwards, edges coloured by relation, a legend. A stranger can read it.
std::string executionDot(const Execution& execution, const DotOptions& options);

}  // namespace hrfcheck::inline report
