#include <fmt/format.h>

#include "frontend/c/syntax/parsers.h"
#include "frontend/shared/text/type_words.h"

namespace hrfcheck::frontend::c {
namespace {

void parseInitializer(ParseContext& context, Declarator& declarator) {
  TokenCursor& in = context.in;
  if (!in.accept("{")) {
    declarator.initial = parseAssignment(context);
    return;
  }
  const Token list = in.peek();
  while (!in.accept("}")) {
    if (!declarator.initialList.empty()) {
      in.expect(",", "or '}' after an element");
      if (in.accept("}")) {
        break;
      }
    }
    declarator.initialList.push_back(parseAssignment(context));
  }
  if (declarator.initialList.empty()) {
    declarator.initialList.push_back(std::make_shared<const Expr>(Expr{Number{0}, list, list.span}));
  }
}

/// `[]`, `[2]`
void parseArray(ParseContext& context, Declarator& declarator) {
  TokenCursor& in = context.in;
  if (!in.accept("[")) {
    return;
  }
  declarator.array = true;
  if (!in.peek().isSymbol("]")) {
    declarator.arraySize = parseAssignment(context);
  }
  in.expect("]", "after the size of the array");
  while (in.accept("[")) {
    declarator.innerSizes.push_back(parseAssignment(context));
    in.expect("]", "after the size of the array");
  }
}

Parameter parseParameter(ParseContext& context) {
  TokenCursor& in = context.in;
  if (!atType(context)) {
    if (in.peek().kind == TokenKind::Identifier) {
      failUnknownType(context);
    }
    in.failExpected("a parameter");
  }
  Parameter parameter;
  const Specifiers specifiers = parseSpecifiers(context);
  parameter.type = parsePointers(context, specifiers.type);
  if (in.peek().kind == TokenKind::Identifier) {
    parameter.name = in.take();
  }
  if (in.accept("[")) {
    parameter.array = true;
    if (!in.peek().isSymbol("]")) {
      parameter.arraySize = parseConstant(context).value;
    }
    in.expect("]", "after the size of the array");
  }
  while (acceptAttribute(context)) {
    // says nothing to a memory model
  }
  return parameter;
}

}  // namespace

Token parseDeclaredName(ParseContext& context) {
  TokenCursor& in = context.in;
  if (in.peek().isSymbol("(") && in.peek(1).isSymbol("*")) {
    in.fail(in.peek(), "pointers to functions or arrays are not supported");
  }
  if (isReservedWord(in.peek().text)) {
    in.failExpected("a name");
  }
  return in.expectIdentifier("a name");
}

Declarator parseDeclaratorRest(ParseContext& context, const Type& type, const Token& name) {
  Declarator declarator;
  declarator.name = name;
  declarator.type = type;
  parseArray(context, declarator);
  while (acceptAttribute(context)) {
    // says nothing to a memory model
  }
  if (context.in.accept("=")) {
    parseInitializer(context, declarator);
  }
  return declarator;
}

std::vector<Declarator> parseDeclarators(ParseContext& context, const Type& type) {
  std::vector<Declarator> declarators;
  do {
    const Type pointer = parsePointers(context, type);
    const Token name = parseDeclaredName(context);
    declarators.push_back(parseDeclaratorRest(context, pointer, name));
  } while (context.in.accept(","));
  return declarators;
}

std::vector<Parameter> parseParameters(ParseContext& context) {
  TokenCursor& in = context.in;
  std::vector<Parameter> parameters;
  in.expect("(", "before the parameters");
  if (in.peek().isWord("void") && in.peek(1).isSymbol(")")) {
    in.take();
  }
  while (!in.accept(")")) {
    if (!parameters.empty()) {
      in.expect(",", "or ')' after a parameter");
    }
    parameters.push_back(parseParameter(context));
  }
  while (acceptAttribute(context)) {
    // says nothing to a memory model
  }
  return parameters;
}

}  // namespace hrfcheck::frontend::c
