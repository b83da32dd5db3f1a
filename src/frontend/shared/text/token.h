#pragma once

#include <string_view>

#include "util/source.h"

namespace hrfcheck::frontend {

/// The kinds of words that a litmus test consists of.
enum class TokenKind { Identifier, Number, String, Symbol, End };

/// What a file's code is made of: columns of instructions, or C functions.
enum class Layout { Columns, Functions };

/// One word of a litmus file. `text` points into the source, which must outlive the token.
/// A token of kind End closes a range of tokens; its text is what follows the range, empty at the end of the
/// file.
struct Token {
  TokenKind kind = TokenKind::End;
  Span span;
  std::string_view text;
  bool firstOnLine = false;

  bool isSymbol(std::string_view symbol) const { return kind == TokenKind::Symbol && text == symbol; }
  bool isWord(std::string_view word) const { return kind == TokenKind::Identifier && text == word; }
};

}  // namespace hrfcheck::frontend
