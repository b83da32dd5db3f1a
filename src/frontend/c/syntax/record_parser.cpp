#include <fmt/format.h>

#include <algorithm>

#include "frontend/c/syntax/includes.h"
#include "frontend/c/syntax/parsers.h"
#include "frontend/shared/initial_state.h"

namespace hrfcheck::frontend::c {
namespace {

void addField(ParseContext& context, const Type& type, Struct& result) {
  TokenCursor& in = context.in;
  Field field;
  field.type = parsePointers(context, type);
  field.name = parseDeclaredName(context);
  if (in.accept("[")) {
    const Token at = in.peek();
    const Value size = parseConstant(context).value;
    in.expect("]", "after the size of the array");
    if (size < 1 || size > kMaxArraySize) {
      in.fail(at, fmt::format("an array has 1 to {} elements", kMaxArraySize));
    }
    field.array = true;
    field.size = static_cast<std::uint32_t>(size);
  }
  if (in.peek().isSymbol("[")) {
    in.fail(in.peek(), "arrays of arrays are not supported");
  }
  if (in.peek().isSymbol(":")) {
    in.fail(in.peek(), "bit fields are not supported");
  }
  const auto same = [&](const Field& other) { return other.name.text == field.name.text; };
  if (std::ranges::any_of(result.fields, same)) {
    in.error(field.name, fmt::format("field '{}' is declared twice", field.name.text));
    return;
  }
  result.fields.push_back(field);
}

void parseFields(ParseContext& context, Struct& result) {
  TokenCursor& in = context.in;
  const Token open = in.expect("{", "before the fields");
  while (!in.accept("}")) {
    if (in.atEnd() || atThreadOrSection(in)) {
      in.fail(open, fmt::format("this '{{' is not closed before {}", describe(in.peek())));
    }
    const std::size_t position = in.position();
    try {
      if (!atType(context) && in.peek().kind == TokenKind::Identifier) {
        failUnknownType(context);
      }
      const Specifiers specifiers = parseSpecifiers(context);
      do {
        addField(context, specifiers.type, result);
      } while (in.accept(","));
      expectSemicolon(context, "after a field");
    } catch (const SyntaxFailure&) {
      recover(context, position);
    }
  }
}

/// Whether the current token is on the line of the directive that is read.
bool onLine(const TokenCursor& in) {
  return !in.atEnd() && !in.peek().firstOnLine;
}

/// `N 4`
void parseDefine(ParseContext& context, std::vector<Constant>& constants) {
  TokenCursor& in = context.in;
  const Token name = in.expectIdentifier("the name of a constant");
  if (in.peek().isSymbol("(") && in.peek().span.begin == name.span.end) {
    in.fail(in.peek(), "macros with parameters are not supported");
  }
  if (!onLine(in)) {
    in.fail(name, fmt::format("'{}' is defined without a value", name.text), "only constants can be defined");
  }
  const Literal value = parseConstant(context);
  addConstant(context, name, value, constants);
  if (onLine(in)) {
    in.fail(in.peek(), fmt::format("expected the end of the line, found {}", describe(in.peek())));
  }
}

}  // namespace

Struct parseStruct(ParseContext& context) {
  TokenCursor& in = context.in;
  in.take();
  Struct result;
  if (in.peek().kind == TokenKind::Identifier) {
    result.name = in.take();
    context.structs.insert(result.name.text);
  }
  parseFields(context, result);
  return result;
}

void addConstant(ParseContext& context, const Token& name, const Literal& value,
                 std::vector<Constant>& constants) {
  const auto [it, fresh] = context.constants.emplace(name.text, value);
  if (fresh) {
    constants.push_back({name, value.value, value.type});
  } else if (it->second.value != value.value && context.defined.count(name.text) == 0) {
    context.in.error(name, fmt::format("'{}' is already the constant {}", name.text, it->second.value));
  }
}

std::vector<Constant> parseEnum(ParseContext& context) {
  TokenCursor& in = context.in;
  in.take();
  if (in.peek().kind == TokenKind::Identifier) {
    in.take();
  }
  in.expect("{", "before the enumerators");
  std::vector<Constant> constants;
  std::optional<Literal> next = Literal{0, kInt};
  while (!in.accept("}")) {
    const Token name = in.expectIdentifier("an enumerator");
    next = in.accept("=") ? parseConstant(context) : next;
    if (!next) {
      in.fail(
          name, "value out of range",
          "an enumerator is an int or a long, and 2^48 to 2^49 is reserved for the addresses of locations");
    }
    addConstant(context, name, *next, constants);
    next = constantResult(BinaryOp::Add, *next, {1, kInt}, context.shifts);
    if (!in.peek().isSymbol("}")) {
      in.expect(",", "or '}' after an enumerator");
    }
  }
  return constants;
}

std::vector<Constant> parseDirective(ParseContext& context) {
  TokenCursor& in = context.in;
  in.take();
  std::vector<Constant> constants;
  try {
    const Token directive = in.expectIdentifier("'define' after '#'");
    if (directive.text == "define") {
      parseDefine(context, constants);
    } else if (directive.text == "include" && onLine(in)) {
      checkInclude(directive, in.peek(), in.source(), in.diagnostics());
    } else if (directive.text != "include" && directive.text != "pragma") {
      in.fail(directive, fmt::format("'#{}' is not supported", directive.text));
    }
  } catch (const SyntaxFailure&) {
    // Reported; it costs its line.
  }
  while (onLine(in)) {
    in.take();
  }
  return constants;
}

}  // namespace hrfcheck::frontend::c
