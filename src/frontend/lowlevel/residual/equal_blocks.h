#pragma once

#include "frontend/lowlevel/residual/residual.h"

namespace hrfcheck::frontend::lowlevel {

/// Makes one block of those that do the same from there on. A place in the code is written once for each
/// state that control gets there with, even if it differs in what nobody looks at any more: without this,
/// loops would have several heads, and first rounds of their own.
void mergeEqualBlocks(ResidualThread& thread);

}  // namespace hrfcheck::frontend::lowlevel
