#pragma once

#include "frontend/shared/cursor.h"
#include "frontend/shared/names.h"

namespace hrfcheck::frontend {

/// Reads what follows `regions:` in a test of LISA: `x: local, y: global`. Notes the regions of the
/// locations, of arrays in every element.
void parseRegions(TokenCursor& in, Names& names);

}  // namespace hrfcheck::frontend
