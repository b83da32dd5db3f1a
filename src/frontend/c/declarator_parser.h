#pragma once

#include <vector>

#include "frontend/c/type_parser.h"

namespace hrfcheck::frontend::c {

/// `*p, a[2] = {0, 1}, r = 1` after the type, without the `;`.
std::vector<Declarator> parseDeclarators(ParseContext& context, const Type& type);
/// One of them, after its name, which was read: `[2] = {0, 1}`.
Declarator parseDeclaratorRest(ParseContext& context, const Type& type, const Token& name);

/// `(global int* x, int n)`. A parameter of a declaration without body may have no name: its token is then
/// of kind End.
std::vector<Parameter> parseParameters(ParseContext& context);

/// The name that is declared at the current token.
Token parseDeclaredName(ParseContext& context);

}  // namespace hrfcheck::frontend::c
