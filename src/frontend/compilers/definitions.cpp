#include "frontend/compilers/definitions.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace hrfcheck::frontend::via {
namespace {

constexpr std::string_view kBlanks = " \t\r";

/// Takes a word from the front of a line.
std::string_view takeWord(std::string_view& line) {
  line.remove_prefix(std::min(line.find_first_not_of(kBlanks), line.size()));
  const std::size_t end = std::min(line.find_first_of(kBlanks), line.size());
  const std::string_view word = line.substr(0, end);
  line.remove_prefix(end);
  return word;
}

/// A line `#define N ...`, or `# define N ...`: the name, and what follows in `rest`.
std::string_view definedIn(std::string_view line, std::string_view& rest) {
  std::string_view word = takeWord(line);
  if (word == "#") {
    word = takeWord(line);
  } else if (word.starts_with('#')) {
    word.remove_prefix(1);
  }
  const std::string_view name = word == "define" ? takeWord(line) : std::string_view();
  rest = line;
  return name;
}

std::string_view nameIn(std::string_view definition) {
  return definition.substr(0, definition.find_first_of("= \t"));
}

}  // namespace

std::map<std::string_view, c::Literal> definedNumbers(std::string_view text) {
  std::map<std::string_view, c::Literal> numbers;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view rest;
    const std::string_view name = definedIn(text.substr(begin, end - begin), rest);
    if (const auto literal = name.empty() ? std::nullopt : c::literalOf(takeWord(rest))) {
      numbers.insert_or_assign(name, *literal);
    }
    begin = end + 1;
  }
  return numbers;
}

std::string definitionOption(const std::string& definition) {
  const std::string_view name = nameIn(definition);
  const std::string value = definition.substr(std::min(name.size() + 1, definition.size()));
  return "-D" + std::string(name) + (value.empty() ? "" : "=" + value);
}

std::string withoutDefinitions(std::string text, const std::vector<std::string>& definitions) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view rest;
    const std::string_view name = definedIn(std::string_view(text).substr(begin, end - begin), rest);
    const bool given = !name.empty() && std::ranges::any_of(definitions, [&](const std::string& definition) {
      return nameIn(definition) == name;
    });
    if (given) {
      text.replace(begin, end - begin, end - begin, ' ');
    }
    begin = end + 1;
  }
  return text;
}

// What is a comment and what is not need not be known: the word is replaced in comments, too, where that does
// no harm, and so nothing that looks like a comment can hide a directive.

namespace {

constexpr std::string_view kWord = "include";
constexpr std::string_view kInstead = "error  ";

/// Behind a continued line's end at `at`; `at` where there is none.
std::size_t behindContinuation(std::string_view text, std::size_t at) {
  if (at >= text.size() || text[at] != '\\') {
    return at;
  }
  const std::size_t end = text.find_first_not_of(" \t\r", at + 1);
  return end != std::string_view::npos && text[end] == '\n' ? end + 1 : at;
}

/// Behind what a reader skips within a line.
std::size_t behindBlanks(std::string_view text, std::size_t at) {
  for (std::size_t before = at + 1; before != at;) {
    before = at;
    while (at < text.size() && std::string_view(" \t\r\f\v").find(text[at]) != std::string_view::npos) {
      ++at;
    }
    at = behindContinuation(text, at);
    if (text.substr(at, 2) == "/*") {
      const std::size_t end = text.find("*/", at + 2);
      at = end == std::string_view::npos ? text.size() : end + 2;
    }
  }
  return at;
}

/// Behind the word at `at`; `at` where it does not stand there.
std::size_t behindWord(std::string_view text, std::size_t at) {
  std::size_t next = at;
  for (const char c : kWord) {
    for (std::size_t before = next + 1; before != next;) {
      before = next;
      next = behindContinuation(text, next);
    }
    if (next >= text.size() || text[next] != c) {
      return at;
    }
    ++next;
  }
  return next;
}

}  // namespace

std::string withoutInclusions(const std::string& text) {
  std::string result = text;
  for (std::size_t i = 0; (i = text.find('#', i)) != std::string::npos; ++i) {
    const std::size_t begin = behindBlanks(text, i + 1);
    const std::size_t end = behindWord(text, begin);
    std::size_t letter = 0;
    for (std::size_t k = begin; k < end; ++k) {
      if (kWord.find(text[k]) != std::string_view::npos) {
        result[k] = kInstead[letter++];
      }
    }
  }
  return result;
}

}  // namespace hrfcheck::frontend::via
