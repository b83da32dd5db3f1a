#pragma once

#include <string>
#include <vector>

#include "frontend/c/parse_context.h"

namespace hrfcheck::frontend::c {

/// The words before the first name of a declaration: `static const atomic_int`.
struct Specifiers {
  Type type;              ///< without pointers, but for those of a typedef
  bool constant = false;  ///< `const`, `constexpr`
  bool typeDefinition = false;
  Token first;
};

/// Whether a type starts at the token `ahead` of the current one.
bool atType(const ParseContext& context, std::size_t ahead = 0);

/// @throws SyntaxFailure after reporting what is not a type
Specifiers parseSpecifiers(ParseContext& context);

/// `type` with the `*` at the current token added.
Type parsePointers(ParseContext& context, Type type);

/// `int*` of a cast.
Type parseTypeName(ParseContext& context);

/// "unknown type 'x'" at the current token.
/// @throws SyntaxFailure
[[noreturn]] void failUnknownType(ParseContext& context);

/// Takes `__attribute__((aligned(8)))`, which says nothing to a memory model; false where there is none.
bool acceptAttribute(ParseContext& context);

}  // namespace hrfcheck::frontend::c
