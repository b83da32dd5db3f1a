#include "frontend/edit/c_call.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace hrfcheck::frontend {
namespace {

bool isWordChar(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

Span trimmed(const std::string& text, std::size_t begin, std::size_t end) {
  while (begin < end && std::isspace(static_cast<unsigned char>(text[begin])) != 0) {
    ++begin;
  }
  while (end > begin && std::isspace(static_cast<unsigned char>(text[end - 1])) != 0) {
    --end;
  }
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

/// How deep in brackets the text is behind a character.
int deeper(char c) {
  return c == '(' || c == '[' || c == '{' ? 1 : c == ')' || c == ']' || c == '}' ? -1 : 0;
}

bool isIntegerType(std::string_view word) {
  constexpr std::array<std::string_view, 8> kIntegers = {
      "int", "uint", "long", "ulong", "atomic_int", "atomic_uint", "atomic_long", "atomic_ulong"};
  return std::ranges::find(kIntegers, word) != kIntegers.end();
}

/// The last name before an index: `data` of `*data`, `head` of `q->head`.
std::string_view lastName(std::string_view access) {
  std::string_view rest = access.substr(0, access.find('['));
  while (!rest.empty() && !isWordChar(rest.back())) {
    rest.remove_suffix(1);
  }
  std::size_t begin = rest.size();
  while (begin > 0 && isWordChar(rest[begin - 1])) {
    --begin;
  }
  return rest.substr(begin);
}

}  // namespace

std::optional<WrittenCall> writtenCall(const Source& source, Span span) {
  const std::string& text = source.text();
  WrittenCall call;
  std::size_t at = span.begin;
  while (at < span.end && isWordChar(text[at])) {
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

std::optional<Span> declaredType(const Source& source, Span access) {
  const std::string_view name = lastName(source.slice(access));
  const std::string_view text = source.text();
  for (std::size_t at = access.begin; !name.empty() && at > 0;) {
    at = text.rfind(name, at - 1);
    if (at == std::string_view::npos) {
      return std::nullopt;
    }
    const bool whole = (at == 0 || !isWordChar(text[at - 1])) && !isWordChar(text[at + name.size()]);
    std::size_t end = at;
    while (whole && end > 0 && (text[end - 1] == ' ' || text[end - 1] == '*')) {
      --end;
    }
    std::size_t word = end;
    while (word > 0 && isWordChar(text[word - 1])) {
      --word;
    }
    if (whole && end < at && isIntegerType(text.substr(word, end - word))) {
      return Span{static_cast<std::uint32_t>(word), static_cast<std::uint32_t>(end)};
    }
  }
  return std::nullopt;
}

}  // namespace hrfcheck::frontend
