#include "frontend/edit/enclosing_statements.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

namespace hrfcheck::frontend {
namespace {

/// Behind the last character before a place that is no blank.
std::size_t behindWord(std::string_view text, std::size_t at) {
  const std::size_t last = at == 0 ? std::string_view::npos : text.find_last_not_of(" \t\r\n", at - 1);
  return last == std::string_view::npos ? 0 : last + 1;
}

/// The opening bracket whose counterpart stands behind the place.
std::optional<std::size_t> opening(std::string_view text, std::size_t at, char open, char close) {
  int inside = 0;
  while (at > 0) {
    --at;
    inside += text[at] == close ? 1 : 0;
    if (text[at] == open && inside-- == 0) {
      return at;
    }
  }
  return std::nullopt;
}

/// The word that ends right before a place.
std::string_view wordBefore(std::string_view text, std::size_t end) {
  std::size_t begin = end;
  const auto inWord = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  while (begin > 0 && inWord(text[begin - 1])) {
    --begin;
  }
  return text.substr(begin, end - begin);
}

constexpr std::array<std::string_view, 4> kHeads = {"if", "for", "while", "switch"};

}  // namespace

std::vector<std::uint32_t> enclosingStatements(std::string_view text, std::uint32_t at) {
  std::vector<std::uint32_t> result;
  for (std::optional<std::size_t> brace = opening(text, at, '{', '}'); brace;
       brace = opening(text, *brace, '{', '}')) {
    const std::size_t end = behindWord(text, *brace);
    if (end == 0 || text[end - 1] != ')') {
      continue;  // a block by itself, or one behind `else` or `do`
    }
    const auto parenthesis = opening(text, end - 1, '(', ')');
    if (!parenthesis) {
      break;
    }
    const std::string_view head = wordBefore(text, behindWord(text, *parenthesis));
    if (std::ranges::find(kHeads, head) == kHeads.end()) {
      break;  // the function
    }
    const auto begin = static_cast<std::size_t>(head.data() - text.data());
    if (wordBefore(text, behindWord(text, begin)) != "else") {
      result.push_back(static_cast<std::uint32_t>(begin));
    }
  }
  return result;
}

}  // namespace hrfcheck::frontend
