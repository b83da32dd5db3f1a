#pragma once

#include <algorithm>
#include <optional>
#include <string_view>

namespace hrfcheck::frontend {

/// Of the words for a value, the one that begins most like another word.
template <typename Words, typename Value>
std::optional<std::string_view> wordLike(std::string_view like, const Words& words, const Value& value) {
  std::optional<std::string_view> best;
  std::ptrdiff_t longest = -1;
  for (const auto& [word, means] : words) {
    const auto common = std::ranges::mismatch(word, like).in1 - word.begin();
    if (means == value && common > longest) {
      best = word;
      longest = common;
    }
  }
  return best;
}

}  // namespace hrfcheck::frontend
