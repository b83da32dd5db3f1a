#pragma once

#include "frontend/shared/dialect.h"

namespace hrfcheck::frontend {

/// PTX as Dartagnan writes it in columns: NVIDIA's scoped accesses, atomics, fences, proxies and barriers.
extern const Dialect kPtxDialect;

}  // namespace hrfcheck::frontend
