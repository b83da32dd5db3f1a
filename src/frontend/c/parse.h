#pragma once

#include "frontend/c/ast.h"
#include "frontend/shared/placement.h"

namespace hrfcheck::frontend::c {

/// The unit, and for each of its threads (in the order of Unit::threads) where the header places it.
struct ParsedUnit {
  Unit unit;
  std::vector<HeaderCell> header;
  /// The names in statements that could not be read: whatever they declare must not be missed elsewhere.
  std::vector<Token> doubtful;
};

/// Reads functions, structs, typedefs, enums, variables and threads up to the first section (`exists`, ...).
/// Mistakes go to the cursor's diagnostics; reading continues after the statement or the function.
/// Without mistakes the threads are P0, P1, ... without gap.
ParsedUnit parseUnit(TokenCursor& in, const Dialect& dialect);

}  // namespace hrfcheck::frontend::c
