#pragma once

#include <string>

namespace hrfcheck::inline report {

// Any text as a format takes it: what is not UTF-8 is replaced, and so are control characters.

/// Inside of an HTML-like label of Graphviz. Spaces stay, and keep lines from breaking.
std::string dotHtml(const std::string& text);
/// With quotation marks around it; backslashes stand for themselves.
std::string dotQuoted(const std::string& text);
/// For TeX, in a font with an ordinary encoding: what means something to TeX stands for itself, arrows and
/// the like are mathematics, and other characters beyond ASCII become '?'. Spaces stay, however many.
std::string tikzText(const std::string& text);

/// Width of a line of text in a sans-serif font, never less than what it takes.
double textWidth(const std::string& text, double size);
/// In a fixed-width font of 12 points.
double typewriterWidth(const std::string& text);
/// From the middle of a line of text down to what it stands on.
constexpr double baseBelow(double size) {
  return size / 3;
}

}  // namespace hrfcheck::inline report
