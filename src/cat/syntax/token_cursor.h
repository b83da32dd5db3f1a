#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "cat/syntax/ast.h"
#include "cat/syntax/lexer.h"

namespace hrfcheck::cat {

/// Thrown after a syntax error was recorded; caught where parsing can continue (the next statement).
struct SyntaxError {};

/// Walks over the tokens of one file and records syntax errors.
class TokenCursor {
 public:
  TokenCursor(SourcePtr source, TokenStream stream, Diagnostics& diagnostics)
      : source_(std::move(source)), tokens_(std::move(stream.tokens)), diagnostics_(diagnostics) {}

  const Token& peek(std::size_t ahead = 0) const {
    return tokens_[std::min(next_ + ahead, tokens_.size() - 1)];
  }
  Token take();
  bool atEnd() const { return peek().kind == TokenKind::End; }
  bool atSymbol(std::string_view text) const { return is(TokenKind::Symbol, text); }
  bool atKeyword(std::string_view text) const { return is(TokenKind::Keyword, text); }
  bool takeSymbol(std::string_view text) { return atSymbol(text) && (take(), true); }
  bool takeKeyword(std::string_view text) { return atKeyword(text) && (take(), true); }
  /// @throws SyntaxError when the next token is another; `context` says what it belongs to ("after a class").
  void expectSymbol(std::string_view text, std::string_view context);
  void expectKeyword(std::string_view text, std::string_view context);
  std::string expectName(std::string_view what);

  /// "expected WHAT, found TOKEN" at the next token.
  [[noreturn]] void fail(const std::string& what);
  /// The construct at `span` is known, and not supported.
  [[noreturn]] void refuse(Span span, const std::string& construct, std::string hint = "");
  void refuseAndGoOn(Span span, const std::string& construct, std::string hint = "");
  void warn(Span span, std::string message, std::string hint);

  Where where(Span span) const { return Where{Place{source_, span}}; }
  /// From `begin` to the end of the last token taken.
  Where since(std::uint32_t begin) const { return where({begin, lastEnd_}); }

 private:
  bool is(TokenKind kind, std::string_view text) const { return peek().kind == kind && peek().text == text; }

  SourcePtr source_;
  std::vector<Token> tokens_;
  Diagnostics& diagnostics_;
  std::size_t next_ = 0;
  std::uint32_t lastEnd_ = 0;
};

}  // namespace hrfcheck::cat
