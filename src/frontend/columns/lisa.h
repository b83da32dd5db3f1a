#pragma once

#include "frontend/shared/dialect.h"

namespace hrfcheck::frontend {

/// LISA, herd's own assembly for models of one's own: annotated accesses and fences in columns, with scope
/// levels that the test names.
extern const Dialect kLisaDialect;

}  // namespace hrfcheck::frontend
