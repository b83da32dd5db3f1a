#pragma once

#include <string>

namespace hrfcheck::inline report {

/// Whether a text is one that executionDot writes. Results files come from anywhere, and Graphviz can be told
/// to make links, to read files, and to draw several pictures where one is expected: nothing else than the
/// statements, attributes and labels of our own pictures is given to it.
bool isExecutionDot(const std::string& text);

}  // namespace hrfcheck::inline report
