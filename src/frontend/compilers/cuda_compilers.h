#pragma once

#include "frontend/compilers/compiler_run.h"
#include "util/source.h"

namespace hrfcheck::frontend::via {

/// Refuses a text with builtins whose order and scope clang drops on the way to PTX: in clang 16 and 19,
/// `__atomic_store_n(p, 1, __ATOMIC_RELEASE)` becomes a plain store, or a crash.
/// @throws UserError at each of them
void refuseUnorderedBuiltins(const SourcePtr& source);

/// Whether there is a clang that makes PTX.
bool hasClangForCuda();
/// PTX of CUDA C++, by clang with our headers.
Compiled clangPtx(const CompilerRun& run);
/// PTX of CUDA C++, by nvcc with its own.
Compiled nvccPtx(const CompilerRun& run);

}  // namespace hrfcheck::frontend::via
