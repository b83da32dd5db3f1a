#include "frontend/shared/location_name.h"

#include <fmt/format.h>

#include <algorithm>

#include "util/characters.h"

namespace hrfcheck::frontend {
namespace {

bool atElementWithField(const TokenCursor& in) {
  return in.peek().isSymbol("[") && in.peek(1).kind == TokenKind::Number && in.peek(2).isSymbol("]") &&
         in.peek(3).isSymbol(".");
}

/// The `@g1` of `tmp@g1`: local memory of a work-group of a launch.
bool atInstance(const TokenCursor& in, const Token& name) {
  const Token& group = in.peek(1);
  return in.peek().isSymbol("@") && in.peek().span.begin == name.span.end &&
         group.span.begin == in.peek().span.end && group.text.size() > 1 && group.text.starts_with('g') &&
         std::ranges::all_of(group.text.substr(1), isDigit);
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
  if (atInstance(in, result)) {
    add(in.take());
    add(in.take());
  }
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
