#pragma once

#include <string>

#include "report/scene/scene.h"

namespace hrfcheck::inline report {

/// A graph that Graphviz lays out: the strokes and texts that `dot` says.
/// @throws UserError when dot fails
Scene sceneOfGraph(const std::string& dot);

}  // namespace hrfcheck::inline report
