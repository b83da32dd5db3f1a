#pragma once

#include "frontend/via/compiler_run.h"

namespace hrfcheck::frontend::via {

/// Whether there is a clang that makes PTX.
bool hasClangForCuda();
/// PTX of CUDA C++, by clang with our headers.
Compiled clangPtx(const CompilerRun& run);
/// PTX of CUDA C++, by nvcc with its own.
Compiled nvccPtx(const CompilerRun& run);

}  // namespace hrfcheck::frontend::via
