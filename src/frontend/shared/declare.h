#pragma once

#include <vector>

#include "frontend/shared/dialect.h"
#include "frontend/shared/initial_state.h"
#include "frontend/shared/names.h"

namespace hrfcheck::frontend {

/// Enters the initial state into `names`: first every location, then what needs their addresses. A location
/// whose address is taken, but that has no entry of its own, is declared with 0 (herd's habit).
void declareInitialState(const std::vector<InitialEntry>& entries, const Dialect& dialect, Names& names,
                         const SourcePtr& source, Diagnostics& diagnostics);

/// To be called before `count` locations are declared.
/// @throws SyntaxFailure when a test cannot have that many more, which has been reported then
void requireRoom(const Names& names, std::size_t count, const Place& place, Diagnostics& diagnostics);

}  // namespace hrfcheck::frontend
