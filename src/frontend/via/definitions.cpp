#include "frontend/via/definitions.h"

#include <algorithm>

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

}  // namespace hrfcheck::frontend::via
