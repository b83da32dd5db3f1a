#pragma once

#include <string>
#include <vector>

#include "frontend/shared/cursor.h"
#include "program/ir/scheduler.h"

namespace hrfcheck::frontend {

/// Reads what follows `terminates`, `obe=N s-hsa+obe=Y "wg=obe,wv=fair"=Y`, up to the next section, and
/// adds it to `expectations`. A scheduler that is there already is a mistake.
/// @param levels of the scope tree, inner to outer
void parseTerminates(TokenCursor& in, const std::vector<std::string>& levels,
                     std::vector<ProgressExpectation>& expectations);

}  // namespace hrfcheck::frontend
