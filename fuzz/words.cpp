#include "words.h"

#include <algorithm>

namespace hrfcheck::fuzz {

Words joined(const std::vector<Words>& lists) {
  Words words;
  for (const Words& list : lists) {
    words.insert(words.end(), list.begin(), list.end());
  }
  return words;
}

Words wordsIn(std::string_view text, std::string_view separators) {
  Words words;
  while (!text.empty()) {
    const std::size_t length = std::min(text.find_first_of(separators), text.size());
    if (length > 0) {
      words.emplace_back(text.substr(0, length));
    }
    text.remove_prefix(std::min(length + 1, text.size()));
  }
  return words;
}

}  // namespace hrfcheck::fuzz
