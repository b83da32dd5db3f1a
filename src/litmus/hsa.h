#pragma once

#include "litmus/dialect.h"

namespace hrfcheck::litmus {

/// The HSA dialect: scoped atomics, remote operations and barriers, written in columns.
extern const Dialect kHsaDialect;

}  // namespace hrfcheck::litmus
