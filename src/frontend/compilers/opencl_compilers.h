#pragma once

#include "frontend/compilers/compiler_run.h"

namespace hrfcheck::frontend::via {

/// Whether there is a clang that compiles OpenCL C to the LLVM IR that is read here.
bool hasClangForOpenCl();

/// How the warning begins that a text was compiled because the reader of OpenCL C refused it; why follows.
inline constexpr const char* kReadInstead =
    "the file is read as clang compiles it (LLVM IR), since hrfcheck's own reader of OpenCL C refuses it here: ";

/// LLVM IR of OpenCL C, as text, by clang with headers of ours (headers/opencl). The language is OpenCL C 2.0
/// unless the options say another (`CL1.2`), or the text is none but an older or newer one.
/// @throws UserError where there is no such clang, or with what it says of the text; OutOfTime
Compiled openClLlvm(const CompilerRun& run);

}  // namespace hrfcheck::frontend::via
