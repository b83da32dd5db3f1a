#include "frontend/edit/c_call.h"

#include <algorithm>
#include <array>

#include "util/characters.h"

namespace hrfcheck::frontend {
namespace {

Span trimmed(const std::string& text, std::size_t begin, std::size_t end) {
  while (begin < end && isSpace(text[begin])) {
    ++begin;
  }
  while (end > begin && isSpace(text[end - 1])) {
    --end;
  }
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

/// How deep in brackets the text is behind a character.
int deeper(char c) {
  return c == '(' || c == '[' || c == '{' ? 1 : c == ')' || c == ']' || c == '}' ? -1 : 0;
}

/// The types that have an atomic one, by the words that C and OpenCL C have for them.
constexpr auto kIntegers = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"int", "int"},
    {"signed", "int"},
    {"signed int", "int"},
    {"uint", "uint"},
    {"unsigned", "uint"},
    {"unsigned int", "uint"},
    {"long", "long"},
    {"signed long", "long"},
    {"ulong", "ulong"},
    {"unsigned long", "ulong"},
    {"atomic_int", "atomic_int"},
    {"atomic_uint", "atomic_uint"},
    {"atomic_long", "atomic_long"},
    {"atomic_ulong", "atomic_ulong"},
});

std::optional<std::string> integerNamed(std::string_view words) {
  const auto found =
      std::ranges::find(kIntegers, words, &std::pair<std::string_view, std::string_view>::first);
  return found == kIntegers.end() ? std::nullopt : std::optional(std::string(found->second));
}

/// The word that ends at a place, before blanks.
std::string_view wordBefore(std::string_view text) {
  text = text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
  std::size_t begin = text.size();
  while (begin > 0 && isWordPart(text[begin - 1])) {
    --begin;
  }
  return text.substr(begin);
}

/// What stands in `typedef ... name;`, with one blank between words.
std::optional<std::string> definitionOf(std::string_view name, std::string_view text) {
  constexpr std::string_view kTypedef = "typedef ";
  for (std::size_t at = text.find(kTypedef); at != std::string_view::npos; at = text.find(kTypedef, at + 1)) {
    const std::size_t begin = at + kTypedef.size();
    std::string_view words = text.substr(begin, text.find(';', begin) - begin);
    if (wordBefore(words) != name) {
      continue;
    }
    words.remove_suffix(static_cast<std::size_t>(words.end() - wordBefore(words).begin()));
    std::string means;
    for (std::string_view word = wordBefore(words); !word.empty(); word = wordBefore(words)) {
      means = std::string(word) + (means.empty() ? "" : " ") + means;
      words.remove_suffix(static_cast<std::size_t>(words.end() - word.begin()));
    }
    return words.find_first_not_of(" \t\r\n") == std::string_view::npos ? std::optional(means) : std::nullopt;
  }
  return std::nullopt;
}

/// The integer type that some words mean, through typedefs.
std::optional<std::string> meaningOf(std::string words, std::string_view text) {
  constexpr int kMostTypedefs = 8;
  for (int i = 0; i < kMostTypedefs; ++i) {
    if (auto known = integerNamed(words)) {
      return known;
    }
    const auto defined = definitionOf(words, text);
    if (!defined) {
      return std::nullopt;
    }
    words = *defined;
  }
  return std::nullopt;
}

/// The type whose last word ends at a place.
std::optional<WrittenType> typeBefore(std::string_view text, std::size_t end) {
  const std::string_view word = wordBefore(text.substr(0, end));
  std::size_t begin = end - word.size();
  const std::string_view sign = wordBefore(text.substr(0, begin));
  std::string words(word);
  if (!word.empty() && (sign == "unsigned" || sign == "signed")) {
    begin = static_cast<std::size_t>(sign.begin() - text.begin());
    words = std::string(sign) + " " + words;
  }
  const auto means = meaningOf(words, text);
  return means ? std::optional(WrittenType{
                     {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)}, *means})
               : std::nullopt;
}

/// The last name before an index: `data` of `*data`, `head` of `q->head`.
std::string_view lastName(std::string_view access) {
  std::string_view rest = access.substr(0, access.find('['));
  while (!rest.empty() && !isWordPart(rest.back())) {
    rest.remove_suffix(1);
  }
  std::size_t begin = rest.size();
  while (begin > 0 && isWordPart(rest[begin - 1])) {
    --begin;
  }
  return rest.substr(begin);
}

}  // namespace

std::optional<WrittenCall> writtenCall(const Source& source, Span span) {
  const std::string& text = source.text();
  WrittenCall call;
  std::size_t at = span.begin;
  while (at < span.end && isWordPart(text[at])) {
    ++at;
  }
  call.name = {span.begin, static_cast<std::uint32_t>(at)};
  at = std::min<std::size_t>(text.find_first_not_of(" \t\r\n", at), span.end);
  if (at == span.begin || at >= span.end || text[at] != '(') {
    return std::nullopt;
  }
  int depth = 0;
  std::size_t begin = at + 1;
  for (; at < span.end; ++at) {
    depth += deeper(text[at]);
    const bool closes = depth == 0 && text[at] == ')';
    if (closes || (depth == 1 && text[at] == ',')) {
      if (const Span argument = trimmed(text, begin, at); argument.begin < argument.end) {
        call.arguments.push_back(argument);
      }
      begin = at + 1;
    }
    if (closes) {
      call.close = static_cast<std::uint32_t>(at);
      return at + 1 == span.end ? std::optional(call) : std::nullopt;
    }
  }
  return std::nullopt;
}

std::optional<WrittenAssignment> writtenAssignment(const Source& source, Span span) {
  const std::string& text = source.text();
  constexpr std::string_view kNoPlainAssignment = "=<>!+-*/%&|^";
  int depth = 0;
  for (std::size_t at = span.begin; at + 1 < span.end; ++at) {
    depth += deeper(text[at]);
    if (depth != 0 || text[at] != '=') {
      continue;
    }
    if (at == span.begin || text[at + 1] == '=' ||
        kNoPlainAssignment.find(text[at - 1]) != std::string_view::npos) {
      return std::nullopt;
    }
    return WrittenAssignment{trimmed(text, span.begin, at), trimmed(text, at + 1, span.end)};
  }
  return std::nullopt;
}

std::vector<WrittenType> declarationsOf(const Source& source, std::string_view name) {
  const std::string_view text = std::string_view(source.text()).substr(0, source.fileEnd());
  std::vector<WrittenType> result;
  for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    const bool whole = (at == 0 || !isWordPart(text[at - 1])) &&
                       (at + name.size() == text.size() || !isWordPart(text[at + name.size()]));
    std::size_t end = at;
    while (whole && end > 0 && (text[end - 1] == ' ' || text[end - 1] == '*')) {
      --end;
    }
    if (whole && end < at) {
      if (auto type = typeBefore(text, end)) {
        result.push_back(std::move(*type));
      }
    }
  }
  return result;
}

std::optional<WrittenType> declaredType(const Source& source, Span access) {
  const auto declarations = declarationsOf(source, lastName(source.slice(access)));
  const auto after = std::ranges::find_if(
      declarations, [&](const WrittenType& type) { return type.span.begin >= access.begin; });
  return after == declarations.begin() ? std::nullopt : std::optional(*std::prev(after));
}

}  // namespace hrfcheck::frontend
