#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace hrfcheck::test {

/// The rows of a litmus test, of one column for each thread: its place (`P0@wg 0`) and its instructions. What
/// a shorter column lacks is empty.
inline std::string litmusRows(const std::vector<std::vector<std::string>>& columns) {
  std::size_t rows = 0;
  for (const auto& column : columns) {
    rows = std::max(rows, column.size());
  }
  std::string text;
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t t = 0; t < columns.size(); ++t) {
      text += (t == 0 ? " " : " | ") + (row < columns[t].size() ? columns[t][row] : std::string());
    }
    text += " ;\n";
  }
  return text;
}

}  // namespace hrfcheck::test
