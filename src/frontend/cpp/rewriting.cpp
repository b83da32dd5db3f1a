#include "frontend/cpp/rewriting.h"

#include <fmt/format.h>

#include <algorithm>

namespace hrfcheck::frontend::cpp {
namespace {

bool isOneOf(const Token& token, std::initializer_list<std::string_view> symbols) {
  return token.kind == TokenKind::Symbol && std::ranges::find(symbols, token.text) != symbols.end();
}

bool opens(const Token& token) {
  return isOneOf(token, {"(", "[", "{"});
}

bool closes(const Token& token) {
  return isOneOf(token, {")", "]", "}"});
}

}  // namespace

void Rewriting::refuse(const Token& at, const std::string& what) {
  diagnostics.error(
      {source, at.span}, fmt::format("{} not supported: kernels are C with templates", what),
      "rewrite it as functions and structs of data; or compile the kernel and check the SPIR-V that "
      "the compiler produces from it");
}

Token word(const Token& at, std::string_view text) {
  return {TokenKind::Identifier, at.span, text, at.firstOnLine};
}

Token symbol(const Token& at, std::string_view text) {
  return {TokenKind::Symbol, at.span, text, at.firstOnLine};
}

Token joined(const Token& first, const Token& last, std::string_view text) {
  return {TokenKind::Identifier, {first.span.begin, last.span.end}, text, first.firstOnLine};
}

std::size_t closing(const Tokens& tokens, std::size_t open) {
  std::size_t depth = 0;
  for (std::size_t i = open; i < tokens.size(); ++i) {
    depth += opens(tokens[i]) ? 1U : 0U;
    depth -= closes(tokens[i]) && depth > 0 ? 1U : 0U;
    if (depth == 0) {
      return i;
    }
  }
  return tokens.size() - 1;
}

std::optional<std::size_t> closingAngle(Tokens& tokens, std::size_t open) {
  std::size_t depth = 0;
  for (std::size_t i = open; i < tokens.size(); ++i) {
    const Token token = tokens[i];
    if (token.isSymbol("(") || token.isSymbol("[")) {
      i = closing(tokens, i);
    } else if (isOneOf(token, {";", "{", "}", ")", "]"})) {
      return std::nullopt;
    } else if (token.isSymbol("<")) {
      ++depth;
    } else if (token.isSymbol(">")) {
      if (--depth == 0) {
        return i;
      }
    } else if (token.isSymbol(">>")) {
      const Token first{TokenKind::Symbol,
                        {token.span.begin, token.span.begin + 1},
                        token.text.substr(0, 1),
                        token.firstOnLine};
      const Token second{
          TokenKind::Symbol, {token.span.begin + 1, token.span.end}, token.text.substr(1), false};
      tokens[i] = first;
      tokens.insert(tokens.begin() + static_cast<std::ptrdiff_t>(i) + 1, second);
      --i;
    }
  }
  return std::nullopt;
}

std::vector<Tokens> listed(const Tokens& tokens, std::size_t begin, std::size_t end) {
  std::vector<Tokens> items;
  std::size_t angles = 0;
  for (std::size_t i = begin; i < end; ++i) {
    if (items.empty()) {
      items.emplace_back();
    }
    if (opens(tokens[i])) {
      const std::size_t close = std::min(closing(tokens, i), end - 1);
      items.back().insert(items.back().end(), tokens.begin() + static_cast<std::ptrdiff_t>(i),
                          tokens.begin() + static_cast<std::ptrdiff_t>(close) + 1);
      i = close;
      continue;
    }
    const bool template_ =
        tokens[i].isSymbol("<") && i > begin && tokens[i - 1].kind == TokenKind::Identifier;
    angles += template_ ? 1U : 0U;
    angles -= tokens[i].isSymbol(">") && angles > 0 ? 1U : 0U;
    if (tokens[i].isSymbol(",") && angles == 0) {
      items.emplace_back();
    } else {
      items.back().push_back(tokens[i]);
    }
  }
  return items;
}

const Token& at(const Tokens& tokens, std::size_t place) {
  return tokens[std::min(place, tokens.size() - 1)];
}

bool atDoubleColon(const Tokens& tokens, std::size_t place) {
  const Token& first = at(tokens, place);
  const Token& second = at(tokens, place + 1);
  // By their texts: what a macro has made has one place.
  return first.isSymbol(":") && second.isSymbol(":") && first.text.data() + 1 == second.text.data();
}

bool beginsStatement(const Tokens& before) {
  return before.empty() || isOneOf(before.back(), {";", "{", "}", ":"});
}

}  // namespace hrfcheck::frontend::cpp
