#include "util/code_words.h"

#include <algorithm>

#include "util/characters.h"

namespace hrfcheck::inline util {
namespace {

std::size_t behind(std::string_view text, std::string_view end, std::size_t from) {
  const std::size_t found = text.find(end, from);
  return found == std::string_view::npos ? text.size() : found + end.size();
}

/// Behind a comment or a literal that begins at `at`; `at` where none does.
std::size_t behindNoCode(std::string_view text, std::size_t at) {
  if (text.substr(at, 2) == "//") {
    return behind(text, "\n", at);
  }
  if (text.substr(at, 2) == "/*") {
    return behind(text, "*/", at + 2);
  }
  const char quote = text[at];
  if (quote != '"' && quote != '\'') {
    return at;
  }
  for (std::size_t i = at + 1; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == quote || text[i] == '\n') {
      return i + 1;
    }
  }
  return text.size();
}

}  // namespace

std::vector<std::string_view> codeWords(std::string_view text, Literals literals) {
  std::vector<std::string_view> words;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && (isWordPart(text[end]) || (text[end] == '\'' && end > i))) {
      ++end;
    }
    if (end == i) {
      end = behindNoCode(text, i);
      if (end == i && !isSpace(text[end++])) {
        words.push_back(text.substr(i, 1));
      } else if (literals == Literals::Keep && (text[i] == '"' || text[i] == '\'')) {
        words.push_back(text.substr(i, end - i));
      }
    } else {
      words.push_back(text.substr(i, end - i));
    }
    i = end;
  }
  return words;
}

bool isName(std::string_view word) {
  return !word.empty() && isWordPart(word.front()) && !isDigit(word.front());
}

}  // namespace hrfcheck::inline util
