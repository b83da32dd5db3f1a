#include "machine/describe/machine_line.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace hrfcheck::inline machine {

MachineLine::MachineLine(const SourcePtr& source, std::uint32_t number) : number_(number) {
  const std::string_view text = source->line(number);
  const std::uint32_t start = source->lineStart(number);
  const auto isBlank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  for (std::uint32_t i = 0; i < text.size();) {
    if (isBlank(text[i])) {
      ++i;
      continue;
    }
    if (text[i] == '#') {
      break;
    }
    const std::uint32_t begin = i;
    const bool quoted = text[i] == '"';
    if (quoted) {
      const std::size_t close = text.find('"', i + 1);
      if (close == std::string_view::npos) {
        throw UserError({source, {start + begin, start + begin + 1}}, "this quote is not closed on its line");
      }
      i = static_cast<std::uint32_t>(close) + 1;
      words_.push_back({std::string(text.substr(begin + 1, close - begin - 1)),
                        true,
                        {source, {start + begin, start + i}}});
      continue;
    }
    while (i < text.size() && !isBlank(text[i]) && text[i] != '#' && text[i] != '"') {
      ++i;
    }
    words_.push_back(
        {std::string(text.substr(begin, i - begin)), false, {source, {start + begin, start + i}}});
  }
}

Place MachineLine::place() const {
  return {first().place.source, {first().place.span.begin, words_.back().place.span.end}};
}

bool MachineLine::takes(const std::string& text) {
  if (!more() || peek().quoted || peek().text != text) {
    return false;
  }
  ++next_;
  return true;
}

const MachineLine::Word& MachineLine::take(const std::string& what) {
  if (!more()) {
    throw UserError(place(), fmt::format("'{}' needs {}", first().text, what));
  }
  return words_[next_++];
}

void MachineLine::end() const {
  if (more()) {
    throw UserError(peek().place, fmt::format("'{}' is not expected here", peek().text));
  }
}

void unknownWord(const MachineLine::Word& word, const std::string& sort,
                 const std::vector<std::string>& known) {
  const std::vector<std::string> near = nearestNames(word.text, known);
  throw UserError(word.place, fmt::format("there is no {} '{}'", sort, word.text),
                  near.empty() ? fmt::format("it is one of: {}", fmt::join(known, ", "))
                               : fmt::format("did you mean '{}'?", near.front()));
}

}  // namespace hrfcheck::inline machine
