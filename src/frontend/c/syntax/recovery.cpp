#include <fmt/format.h>

#include "frontend/c/syntax/parsers.h"
#include "frontend/shared/initial_state.h"
#include "frontend/shared/text/rows.h"

namespace hrfcheck::frontend::c {
namespace {

/// The `q;` of `struct { ... } q;`.
void takeDeclaredName(TokenCursor& in) {
  if (in.peek().kind == TokenKind::Identifier && !in.peek().firstOnLine && in.peek(1).isSymbol(";")) {
    in.take();
  }
  in.accept(";");
}

}  // namespace

bool atThreadOrSection(const TokenCursor& in) {
  if (!in.peek().firstOnLine) {
    return false;
  }
  const Token& next = in.peek(1);
  const bool thread = threadNumber(in.peek().text) && (next.isSymbol("(") || next.isSymbol("@") ||
                                                       (next.isSymbol("-") && threadNumber(in.peek(2).text)));
  return thread || atSection(in);
}

std::size_t openSince(const TokenCursor& in, std::size_t position, std::string_view open,
                      std::string_view close) {
  std::size_t depth = 0;
  for (const Token& token : in.takenSince(position)) {
    depth += token.isSymbol(open) ? 1 : 0;
    depth -= token.isSymbol(close) && depth > 0 ? 1 : 0;
  }
  return depth;
}

void recover(ParseContext& context, std::size_t position) {
  TokenCursor& in = context.in;
  for (std::size_t depth = openSince(in, position, "{", "}"); !in.atEnd() && !atThreadOrSection(in);) {
    const Token& token = in.peek();
    if (depth == 0 && token.isSymbol("}")) {
      break;
    }
    in.take();
    depth += token.isSymbol("{") ? 1 : 0;
    depth -= token.isSymbol("}") ? 1 : 0;
    if (depth == 0 && token.isSymbol("}")) {
      takeDeclaredName(in);
      break;
    }
    if (depth == 0 && token.isSymbol(";")) {
      break;
    }
  }
  noteDoubtful(context, position);
}

void noteDoubtful(ParseContext& context, std::size_t position) {
  for (const Token& token : context.in.takenSince(position)) {
    if (token.kind == TokenKind::Identifier) {
      context.doubtful.push_back(token);
    }
  }
}

void expectSemicolon(ParseContext& context, std::string_view behind) {
  TokenCursor& in = context.in;
  if (in.accept(";")) {
    return;
  }
  const bool lineEnds = in.peek().firstOnLine || in.atEnd() || in.peek().isSymbol("}");
  if (!lineEnds || in.position() == 0) {
    in.failExpected(fmt::format("';' {}", behind));
  }
  const Token last = in.takenSince(in.position() - 1).front();
  in.diagnostics().error({in.source(), {last.span.end, last.span.end}},
                         fmt::format("expected ';' {}", behind));
}

}  // namespace hrfcheck::frontend::c
