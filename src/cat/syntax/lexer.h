#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "util/diagnostic.h"
#include "util/source.h"

namespace hrfcheck::cat {

/// The kinds of words that a model consists of.
enum class TokenKind { Name, Keyword, String, QuotedTag, Symbol, End };

/// A word of a model, with its place.
struct Token {
  TokenKind kind = TokenKind::End;
  std::string text;  ///< of a String without its quotes
  Span span;
  bool firstOnLine = false;
  bool bad = false;  ///< no token of cat; reported already, stands in as a name
};

/// The words and the comments of a model.
struct TokenStream {
  std::vector<Token> tokens;   ///< ends with one End token
  std::vector<Span> comments;  ///< in file order, delimiters included
};

/// A text with more mistakes is given up.
inline constexpr std::size_t kMostMistakes = 100;

/// Splits a text into tokens. Characters that begin no token are reported.
TokenStream lex(const SourcePtr& source, Diagnostics& diagnostics);

/// The words that are never names, sorted.
std::span<const std::string_view> keywords();

}  // namespace hrfcheck::cat
