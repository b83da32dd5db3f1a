#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hrfcheck::fuzz {

using Words = std::vector<std::string>;

/// The rows of a table that has a column `name`.
template <typename Table>
Words namesOf(const Table& table) {
  Words words;
  for (const auto& row : table) {
    words.emplace_back(row.name);
  }
  return words;
}

/// One list after the other.
Words joined(const std::vector<Words>& lists);

/// What stands between the separators.
Words wordsIn(std::string_view text, std::string_view separators);

}  // namespace hrfcheck::fuzz
