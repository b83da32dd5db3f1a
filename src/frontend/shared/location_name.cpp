#include "frontend/shared/location_name.h"

#include <fmt/format.h>

namespace hrfcheck::frontend {
namespace {

bool atElementWithField(const TokenCursor& in) {
  return in.peek().isSymbol("[") && in.peek(1).kind == TokenKind::Number && in.peek(2).isSymbol("]") &&
         in.peek(3).isSymbol(".");
}

}  // namespace

Token parseLocationName(TokenCursor& in, std::string_view what) {
  Token result = in.expectIdentifier(what);
  const auto add = [&](const Token& part) {
    if (part.span.begin != result.span.end) {
      in.fail(part, fmt::format("expected no space between '{}' and '{}'", result.text, part.text));
    }
    result.span.end = part.span.end;
    result.text = in.source()->slice(result.span);
  };
  while (in.peek().isSymbol(".") || atElementWithField(in)) {
    while (!in.peek().isSymbol(".")) {
      add(in.take());
    }
    add(in.take());
    add(in.expectIdentifier("a field after '.'"));
  }
  return result;
}

}  // namespace hrfcheck::frontend
