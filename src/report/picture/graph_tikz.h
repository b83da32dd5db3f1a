#pragma once

#include <string>

namespace hrfcheck::inline report {

/// A graph that Graphviz lays out, in TikZ: the strokes and texts that `dot` says.
/// @param standalone a whole document, rather than the picture alone
/// @throws UserError when dot fails
std::string tikzOfGraph(const std::string& dot, bool standalone);

}  // namespace hrfcheck::inline report
