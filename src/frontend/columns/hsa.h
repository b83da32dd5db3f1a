#pragma once

#include "frontend/shared/dialect.h"

namespace hrfcheck::frontend {

/// The HSA dialect: scoped atomics, remote operations and barriers, written in columns.
extern const Dialect kHsaDialect;

}  // namespace hrfcheck::frontend
