#pragma once

#include "frontend/compilers/compiler_run.h"

namespace hrfcheck::frontend::via {

/// Whether there is a clang that makes LLVM IR of HIP.
bool hasClangForHip();
/// LLVM IR, as text, of HIP by clang 18 or newer with our headers; launches of host code follow it as
/// comments (host_launches.h).
Compiled clangLlvmOfHip(const CompilerRun& run);

}  // namespace hrfcheck::frontend::via
