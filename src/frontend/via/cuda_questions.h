#pragma once

#include <string>

#include "frontend/via/compile.h"
#include "util/source.h"

namespace hrfcheck::frontend::via {

/// Lines of C++ behind a file of CUDA C++ that make a compiler say what the file's lines `//# ` and the
/// command line need to know: the kernels that are instances of templates, as they are launched, and the
/// values of constants that are named (cuda_names.h).
std::string cudaQuestions(const SourcePtr& source, const CompilerOptions& options);

}  // namespace hrfcheck::frontend::via
