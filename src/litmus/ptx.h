#pragma once

#include "litmus/dialect.h"

namespace hrfcheck::litmus {

/// PTX as Dartagnan writes it in columns: NVIDIA's scoped accesses, atomics, fences, proxies and barriers.
extern const Dialect kPtxDialect;

}  // namespace hrfcheck::litmus
