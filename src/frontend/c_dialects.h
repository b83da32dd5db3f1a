#pragma once

#include "frontend/shared/dialect.h"

namespace hrfcheck::frontend {

/// OpenCL C: a function for each thread, scoped atomics, barriers, and the remote operations of RSP.
extern const Dialect kOpenClDialect;
/// C11: the same without scopes and address spaces; its threads have the same places, for models that ask.
extern const Dialect kCDialect;
/// CUDA C++ and HIP: kernels with their scopes, clusters among them; docs/cuda.md.
extern const Dialect kCudaDialect;
extern const Dialect kHipDialect;

}  // namespace hrfcheck::frontend
