#include "frontend/preprocess/code_lines.h"

#include <algorithm>
#include <array>
#include <vector>

#include "frontend/include/directive_line.h"
#include "util/text.h"

// Directives are found line by line, as the preprocessor finds them; a line inside a comment that looks like
// one costs a run of the preprocessor, which knows better.

namespace hrfcheck::frontend {
namespace {

constexpr std::string_view kSpace = " \t\r";

std::string_view wordOf(std::string_view text) {
  return takeWord(text);
}

/// `4`, `-1`, `0x10u`, `(A + 1)`, with a comment behind it: what stands for itself wherever it stands.
bool isPlainValue(std::string_view value) {
  value = value.substr(0, std::min(value.find("//"), value.find("/*")));
  const std::size_t end = value.find_last_not_of(kSpace);
  value = end == std::string_view::npos ? "" : value.substr(0, end + 1);
  if (value.empty()) {
    return false;
  }
  if (value.starts_with('(') && value.find(')') == value.size() - 1) {
    return true;
  }
  value.remove_prefix(value.front() == '-' ? 1 : 0);
  return !value.empty() && isDigit(value.front()) && wordOf(value).size() == value.size();
}

bool goesOn(std::string_view line) {
  const std::size_t end = line.find_last_not_of(kSpace);
  return end != std::string_view::npos && line[end] == '\\';
}

bool needsPreprocessor(const DirectiveLine& line) {
  constexpr auto kOthers =
      std::to_array<std::string_view>({"if", "ifdef", "ifndef", "elif", "else", "endif", "undef", "error",
                                       "warning", "line", "elifdef", "elifndef", "import"});
  if (line.word != "define") {
    return std::ranges::find(kOthers, line.word) != kOthers.end();
  }
  const std::string_view name = wordOf(line.rest);
  return !name.empty() && !isPlainValue(withoutLeadingBlanks(line.rest.substr(name.size())));
}

}  // namespace

bool needsPreprocessor(std::string_view text) {
  return std::ranges::any_of(linesOf(text), [](std::string_view line) {
    const DirectiveLine directive = directiveOf(line);
    return !directive.word.empty() && (goesOn(line) || needsPreprocessor(directive));
  });
}

std::string textToPreprocess(std::string_view text, const std::set<std::string_view>& defined) {
  std::string result;
  bool removed = false;  // a directive that goes on in this line
  for (const std::string_view line : linesOf(text)) {
    const DirectiveLine directive = directiveOf(line);
    const bool include = directive.word.starts_with("include") || directive.word == "import";
    if (!removed && include) {
      result += "#pragma include ";
      result += directive.rest;
      result += '\n';
      continue;
    }
    removed = removed || directive.word == "line" ||
              (directive.word == "define" && defined.contains(wordOf(directive.rest)));
    result += removed ? "" : line;
    result += '\n';
    removed = removed && goesOn(line);
  }
  return result;
}

MacroNames macrosOf(std::string_view text) {
  MacroNames result;
  for (const std::string_view line : linesOf(text)) {
    const DirectiveLine directive = directiveOf(line);
    if (directive.word == "define") {
      const std::string_view name = wordOf(directive.rest);
      result.all.insert(name);
      if (directive.rest.substr(name.size()).starts_with('(')) {
        result.withParameters.insert(name);
      }
    }
  }
  return result;
}

}  // namespace hrfcheck::frontend
