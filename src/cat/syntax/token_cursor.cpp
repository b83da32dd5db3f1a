#include "cat/syntax/token_cursor.h"

#include <fmt/format.h>

namespace hrfcheck::cat {
namespace {

std::string described(const Token& token) {
  switch (token.kind) {
    case TokenKind::End:
      return "the end of the file";
    case TokenKind::String:
      return "the string \"" + token.text + "\"";
    case TokenKind::Name:
    case TokenKind::Keyword:
    case TokenKind::QuotedTag:
    case TokenKind::Symbol:
      return "'" + token.text + "'";
  }
  return {};
}

}  // namespace

Token TokenCursor::take() {
  const Token token = peek();
  if (token.kind != TokenKind::End) {
    ++next_;
    lastEnd_ = token.span.end;
  }
  return token;
}

void TokenCursor::expectSymbol(std::string_view text, std::string_view context) {
  if (!takeSymbol(text)) fail(fmt::format("'{}' {}", text, context));
}

void TokenCursor::expectKeyword(std::string_view text, std::string_view context) {
  if (!takeKeyword(text)) fail(fmt::format("'{}' {}", text, context));
}

std::string TokenCursor::expectName(std::string_view what) {
  if (peek().kind != TokenKind::Name) fail(std::string(what));
  return take().text;
}

void TokenCursor::fail(const std::string& what) {
  if (peek().bad) throw SyntaxError{};
  diagnostics_.error(where(peek().span), fmt::format("expected {}, found {}", what, described(peek())));
  throw SyntaxError{};
}

void TokenCursor::refuseAndGoOn(Span span, const std::string& construct, std::string hint) {
  diagnostics_.error(where(span), construct + " is not supported", std::move(hint));
}

void TokenCursor::refuse(Span span, const std::string& construct, std::string hint) {
  refuseAndGoOn(span, construct, std::move(hint));
  throw SyntaxError{};
}

void TokenCursor::warn(Span span, std::string message, std::string hint) {
  diagnostics_.warning(where(span), std::move(message), std::move(hint));
}

}  // namespace hrfcheck::cat
