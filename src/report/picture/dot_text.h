#pragma once

#include <string>

namespace hrfcheck::inline report {

// Any text as Graphviz takes it: what is not UTF-8 is replaced, and so are control characters.

/// Inside of an HTML-like label. Spaces stay, and keep lines from breaking.
std::string dotHtml(const std::string& text);
/// With quotation marks around it; backslashes stand for themselves.
std::string dotQuoted(const std::string& text);

}  // namespace hrfcheck::inline report
