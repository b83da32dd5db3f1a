#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace hrfcheck::inline report {

/// Of reports that are not written to a terminal.
inline constexpr std::size_t kLineWidth = 100;

/// Without the spaces at its end.
std::string trimmed(std::string line);

/// What happens to lines with columns, which are too wide: rows of tables.
enum class WideRows {
  Fold,  ///< a terminal would break them anyway, and within words
  Keep   ///< they stay aligned
};

/// A text with its long lines broken between words, further lines of each two columns deeper than the first.
/// Colours take no room; a word that is longer than a line stays whole.
std::string folded(const std::string& text, std::size_t width, WideRows rows = WideRows::Fold);

/// Names on as many lines as they need, each ended.
std::string wrapped(const std::vector<std::string>& names, const std::string& indent);

}  // namespace hrfcheck::inline report
