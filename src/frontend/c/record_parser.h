#pragma once

#include <vector>

#include "frontend/c/parse_context.h"

namespace hrfcheck::frontend::c {

/// `struct Queue { ... }` or `struct { ... }`, up to the `}`. A struct without tag gets its name from what
/// follows; its token is of kind End until then.
Struct parseStruct(ParseContext& context);

/// `enum Colour { A, B = 3 }`, up to the `}`; its constants are known from then on.
std::vector<Constant> parseEnum(ParseContext& context);

/// `#define N 4`. `#include` and `#pragma` are passed over.
std::vector<Constant> parseDirective(ParseContext& context);

/// Makes a constant known; an error where the name has another value already.
void addConstant(ParseContext& context, const Token& name, const Literal& value,
                 std::vector<Constant>& constants);

}  // namespace hrfcheck::frontend::c
