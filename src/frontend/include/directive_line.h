#pragma once

#include <algorithm>
#include <string_view>

#include "util/characters.h"

namespace hrfcheck::frontend {

constexpr std::string_view kBlanksOfC = " \t\r\f\v";

inline std::string_view withoutLeadingBlanks(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(kBlanksOfC), text.size()));
  return text;
}

inline std::string_view takeWord(std::string_view& text) {
  text = withoutLeadingBlanks(text);
  const auto* end = std::ranges::find_if_not(text, isWordPart);
  const std::string_view word = text.substr(0, static_cast<std::size_t>(end - text.begin()));
  text.remove_prefix(word.size());
  return word;
}

/// A line `# word rest`, with no blanks between, of a source in C; no word where the line is no directive.
struct DirectiveLine {
  std::string_view word;
  std::string_view rest;
};

inline DirectiveLine directiveOf(std::string_view line) {
  line = withoutLeadingBlanks(line);
  if (!line.starts_with('#')) {
    return {};
  }
  line.remove_prefix(1);
  const std::string_view word = takeWord(line);
  return {word, withoutLeadingBlanks(line)};
}

}  // namespace hrfcheck::frontend
