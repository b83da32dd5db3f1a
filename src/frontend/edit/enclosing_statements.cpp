#include "frontend/edit/enclosing_statements.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

namespace hrfcheck::frontend {
namespace {

/// Behind the last character before a place that is neither a blank nor part of a comment.
std::size_t behindCode(std::string_view text, std::size_t at) {
  while (at > 0) {
    const std::size_t last = text.find_last_not_of(" \t\r\n", at - 1);
    if (last == std::string_view::npos) {
      return 0;
    }
    const std::size_t line = text.rfind('\n', last) + 1;  // 0 where there is none
    const std::size_t comment = text.substr(line, last + 1 - line).find("//");
    const bool block = comment == std::string_view::npos && last > 0 && text.substr(last - 1, 2) == "*/";
    if (comment == std::string_view::npos && !block) {
      return last + 1;
    }
    const std::size_t begin = block ? text.rfind("/*", last) : line + comment;
    at = begin == std::string_view::npos ? 0 : begin;
  }
  return 0;
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

/// Whether a statement is one of a block, before which another one can stand: not the body of an `else`, or
/// of a loop without braces.
bool isInBlock(std::string_view text, std::size_t begin) {
  const std::size_t end = behindCode(text, begin);
  return end > 0 && std::string_view("{};:").find(text[end - 1]) != std::string_view::npos;
}

constexpr std::array<std::string_view, 4> kHeads = {"if", "for", "while", "switch"};

}  // namespace

std::vector<std::uint32_t> enclosingStatements(std::string_view text, std::uint32_t at) {
  std::vector<std::uint32_t> result;
  for (std::optional<std::size_t> brace = opening(text, at, '{', '}'); brace;
       brace = opening(text, *brace, '{', '}')) {
    const std::size_t end = behindCode(text, *brace);
    if (end == 0 || text[end - 1] != ')') {
      continue;  // a block by itself, or one behind `else` or `do`
    }
    const auto parenthesis = opening(text, end - 1, '(', ')');
    if (!parenthesis) {
      break;
    }
    const std::string_view head = wordBefore(text, behindCode(text, *parenthesis));
    if (std::ranges::find(kHeads, head) == kHeads.end()) {
      break;  // the function
    }
    const auto begin = static_cast<std::size_t>(head.data() - text.data());
    if (isInBlock(text, begin)) {
      result.push_back(static_cast<std::uint32_t>(begin));
    }
  }
  return result;
}

}  // namespace hrfcheck::frontend
