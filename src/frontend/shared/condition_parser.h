#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "frontend/shared/names.h"
#include "frontend/shared/text/cursor.h"
#include "program/condition/condition.h"

namespace hrfcheck::frontend {

/// A symbol of a comparison in conditions.
struct CompareSymbol {
  std::string_view symbol;
  CompareOp op;
};
/// The first symbol of an operator is the one it is printed with.
inline constexpr std::array<CompareSymbol, 7> kCompareSymbols = {{{"=", CompareOp::Eq},
                                                                  {"==", CompareOp::Eq},
                                                                  {"!=", CompareOp::Ne},
                                                                  {"<=", CompareOp::Le},
                                                                  {">=", CompareOp::Ge},
                                                                  {"<", CompareOp::Lt},
                                                                  {">", CompareOp::Gt}}};

/// Reads a condition, in any dialect: `/\ \/ ~ not && || !`, comparisons, `true`, `false`, parentheses; empty
/// or `()` is true. Registers and locations are looked up in `names`.
/// @throws SyntaxFailure after reporting what does not fit; unknown names are reported and reading continues.
ConditionPtr parseCondition(TokenCursor& in, Names& names);

/// Reads `[x; 0:r1; q;]`; an array stands for its elements.
std::vector<StateVariable> parseLocations(TokenCursor& in, Names& names);

}  // namespace hrfcheck::frontend
