#pragma once

#include "frontend/via/compiler_run.h"

namespace hrfcheck::frontend::via {

/// SPIR-V of OpenCL C, by clang and llvm-spirv.
Compiled clangSpirv(const CompilerRun& run);
/// SPIR-V of GLSL or HLSL.
Compiled glslang(const CompilerRun& run, bool hlsl);

}  // namespace hrfcheck::frontend::via
