#pragma once

#include <string>

#include "report/picture/execution_graph.h"
#include "report/scene/scene.h"

namespace hrfcheck::inline report {

/// An execution as a picture: threads in columns inside the boxes of their scope tree, events with order and
/// scope, program order downwards, arrows coloured by relation, a legend. A stranger can read it.
Scene executionScene(const Execution& execution, const PictureOptions& options);

/// For Graphviz.
inline std::string executionDot(const Execution& execution, const PictureOptions& options) {
  return dotOf(executionScene(execution, options));
}

}  // namespace hrfcheck::inline report
