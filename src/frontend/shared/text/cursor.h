#pragma once

#include <span>
#include <string>
#include <string_view>

#include "frontend/shared/text/token.h"
#include "program/expr/value.h"
#include "util/diagnostic.h"

namespace hrfcheck::frontend {

/// Thrown after a mistake has been reported, to return to where reading can continue: the next cell,
/// entry or section. Never leaves parseLitmus.
struct SyntaxFailure {};

/// A place in a list of tokens, and the ways to advance from it.
class TokenCursor {
 public:
  /// @param tokens at least one; the last is of kind End
  TokenCursor(SourcePtr source, std::span<const Token> tokens, Diagnostics& diagnostics);

  /// The token `ahead` of the current one; the End token from there on.
  const Token& peek(std::size_t ahead = 0) const;
  /// The current token, and later ones by steps; stays on End.
  const Token& take();
  bool atEnd() const { return peek().kind == TokenKind::End; }

  /// How many tokens were taken, and those taken since then.
  std::size_t position() const { return at_; }
  std::span<const Token> takenSince(std::size_t position) const {
    return tokens_.subspan(position, at_ - position);
  }

  bool accept(std::string_view symbol);
  bool acceptWord(std::string_view word);
  /// @throws SyntaxFailure after an error "expected 'symbol' context, found ..."
  const Token& expect(std::string_view symbol, std::string_view context = "");
  const Token& expectIdentifier(std::string_view what);
  /// A decimal or hexadecimal constant, with or without minus. A value out of range is an error, and 0.
  Value expectConstant();
  bool atConstant() const;

  Place placeOf(const Token& token) const { return {source_, token.span}; }
  Place placeFrom(const Token& first) const;  ///< from `first` to the token before the current one
  void error(const Token& at, std::string message, std::string hint = "");
  [[noreturn]] void fail(const Token& at, std::string message, std::string hint = "");
  [[noreturn]] void failExpected(std::string_view what, std::string hint = "");

  Diagnostics& diagnostics() { return diagnostics_; }
  const SourcePtr& source() const { return source_; }

 private:
  SourcePtr source_;
  std::span<const Token> tokens_;
  std::size_t at_ = 0;
  Diagnostics& diagnostics_;
};

/// "'x'", "the end of the file".
std::string describe(const Token& token);
/// "did you mean 'a' or 'b'?", or nothing when no known name is near.
std::string didYouMean(std::string_view name, const std::vector<std::string>& known);
/// "a, b, c"
std::string commaList(const std::vector<std::string>& names);

/// Reads the name of a location, `x`, `q.head`, `qs[1].head`, as one token whose text is all of it. An index
/// behind it is left.
/// @throws SyntaxFailure after reporting that there is none
Token parseLocationName(TokenCursor& in, std::string_view what);

/// Whether it names a field.
inline bool isField(const Token& name) {
  return name.text.find('.') != std::string_view::npos;
}

}  // namespace hrfcheck::frontend
