#pragma once

#include <vector>

#include "frontend/shared/cursor.h"
#include "frontend/shared/names.h"

namespace hrfcheck::frontend {

/// Reads a condition, in any dialect: `/\ \/ ~ not && || !`, comparisons, `true`, `false`, parentheses; empty
/// or `()` is true. Registers and locations are looked up in `names`.
/// @throws SyntaxFailure after reporting what does not fit; unknown names are reported and reading continues.
ConditionPtr parseCondition(TokenCursor& in, Names& names);

/// Reads `[x; 0:r1; q;]`; an array stands for its elements.
std::vector<StateVariable> parseLocations(TokenCursor& in, Names& names);

}  // namespace hrfcheck::frontend
