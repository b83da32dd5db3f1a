#include "frontend/shared/text/cursor.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "program/expr/addresses.h"
#include "util/characters.h"
#include "util/invariant.h"
#include "util/text.h"

namespace hrfcheck::frontend {
namespace {

struct Magnitude {
  std::uint64_t value = 0;
  bool fits = false;
};

Magnitude magnitudeOf(std::string_view text) {
  int base = 10;
  if (text.starts_with("0x") || text.starts_with("0X")) {
    text.remove_prefix(2);
    base = 16;
  }
  while (text.ends_with('u') || text.ends_with('U') || text.ends_with('l') || text.ends_with('L')) {
    text.remove_suffix(1);  // of C; no digits
  }
  Magnitude m;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), m.value, base);
  m.fits = error == std::errc{} && end == text.data() + text.size();
  return m;
}

}  // namespace

TokenCursor::TokenCursor(SourcePtr source, std::span<const Token> tokens, Diagnostics& diagnostics)
    : source_(std::move(source)), tokens_(tokens), diagnostics_(diagnostics) {
  INVARIANT(!tokens_.empty() && tokens_.back().kind == TokenKind::End, "a range of tokens is closed by End");
}

const Token& TokenCursor::peek(std::size_t ahead) const {
  return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
}

const Token& TokenCursor::take() {
  const Token& token = peek();
  at_ = std::min(at_ + 1, tokens_.size() - 1);
  return token;
}

bool TokenCursor::accept(std::string_view symbol) {
  const bool found = peek().isSymbol(symbol);
  if (found) {
    take();
  }
  return found;
}

bool TokenCursor::acceptWord(std::string_view word) {
  const bool found = peek().isWord(word);
  if (found) {
    take();
  }
  return found;
}

const Token& TokenCursor::expect(std::string_view symbol, std::string_view context) {
  if (!peek().isSymbol(symbol)) {
    failExpected(fmt::format("'{}'{}{}", symbol, context.empty() ? "" : " ", context));
  }
  return take();
}

const Token& TokenCursor::expectIdentifier(std::string_view what) {
  if (peek().kind != TokenKind::Identifier) {
    failExpected(what);
  }
  return take();
}

bool TokenCursor::atConstant() const {
  const Token& token = peek();
  return token.kind == TokenKind::Number || (token.isSymbol("-") && peek(1).kind == TokenKind::Number);
}

Value TokenCursor::expectConstant() {
  const Token& first = peek();
  const bool negative = accept("-");
  if (peek().kind != TokenKind::Number) {
    failExpected("a constant");
  }
  const Token& digits = take();
  const Magnitude m = magnitudeOf(digits.text);
  const std::uint64_t limit = std::uint64_t{1} << 63U;
  const Place place = {source_, {first.span.begin, digits.span.end}};
  if (!m.fits || m.value > limit || (m.value == limit && !negative)) {
    diagnostics_.error(place, "value out of range", "values are 64-bit signed integers");
    return 0;
  }
  const Value value = static_cast<Value>(negative ? 0 - m.value : m.value);
  if (isAddress(value)) {
    diagnostics_.error(place, "value out of range",
                       "2^48 to 2^49 is reserved for the addresses of locations");
    return 0;
  }
  return value;
}

Place TokenCursor::placeFrom(const Token& first) const {
  const Token& last = at_ == 0 ? first : tokens_[at_ - 1];
  return {source_, {first.span.begin, std::max(first.span.end, last.span.end)}};
}

void TokenCursor::error(const Token& at, std::string message, std::string hint) {
  diagnostics_.error(placeOf(at), std::move(message), std::move(hint));
}

void TokenCursor::fail(const Token& at, std::string message, std::string hint) {
  error(at, std::move(message), std::move(hint));
  throw SyntaxFailure{};
}

void TokenCursor::failExpected(std::string_view what, std::string hint) {
  fail(peek(), fmt::format("expected {}, found {}", what, describe(peek())), std::move(hint));
}

std::string describe(const Token& token) {
  if (token.kind == TokenKind::End && token.text.empty()) {
    return "the end of the file";
  }
  return token.kind == TokenKind::String ? std::string(token.text) : fmt::format("'{}'", token.text);
}

std::string didYouMean(std::string_view name, const std::vector<std::string>& known) {
  const std::string lower = lowered(std::string(name));
  if (lower != name && std::find(known.begin(), known.end(), lower) != known.end()) {
    return fmt::format("did you mean '{}'?", lower);
  }
  std::string hint;
  for (const std::string& near : nearestNames(std::string(name), known)) {
    hint += fmt::format("{}'{}'", hint.empty() ? "did you mean " : " or ", near);
  }
  return hint.empty() ? hint : hint + "?";
}

std::string commaList(const std::vector<std::string>& names) {
  return fmt::format("{}", fmt::join(names, ", "));
}

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
