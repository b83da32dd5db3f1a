#pragma once

#include <string>
#include <vector>

namespace hrfcheck::inline report {

/// Whether the program `dot` is on the PATH.
bool haveGraphviz();

/// Draws graphs with Graphviz: one SVG element for each, without XML header, its identifiers unique within
/// the whole. Many graphs go through one process.
/// @throws UserError when dot fails
std::vector<std::string> drawSvg(const std::vector<std::string>& graphs);

/// A whole file of a format that dot knows ("svg", "png"), of one graph.
/// @throws UserError when dot fails
std::string drawFile(const std::string& graph, const std::string& format);

}  // namespace hrfcheck::inline report
