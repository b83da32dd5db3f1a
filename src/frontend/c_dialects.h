#pragma once

#include "frontend/shared/dialect.h"

namespace hrfcheck::frontend {

/// OpenCL C: a function for each thread, scoped atomics, barriers, and the remote operations of RSP.
extern const Dialect kOpenClDialect;
/// C11: the same without scopes and address spaces; its threads have the same places, for models that ask.
extern const Dialect kCDialect;

}  // namespace hrfcheck::frontend
