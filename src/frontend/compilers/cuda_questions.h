#pragma once

#include <string>
#include <string_view>

#include "frontend/compilers/compile.h"
#include "util/source.h"

namespace hrfcheck::frontend::via {

/// The variable behind a file of CUDA C++ that holds the address of a kernel: which name a compiler gives to
/// `scan<int, 4>` is so known.
std::string kernelVariable(std::string_view kernel);
/// The variable behind it that has the value of a constant that its lines `//# ` speak of.
std::string constantVariable(std::string_view constant);
/// The constant whose value a variable has; empty where it is not one of those.
std::string_view constantOf(std::string_view variable);

/// Lines of C++ behind a file of CUDA C++ that make a compiler say what the file's lines `//# ` and the
/// command line need to know: the kernels that are instances of templates, as they are launched, and the
/// values of constants that are named.
std::string cudaQuestions(const SourcePtr& source, const CompilerOptions& options);

}  // namespace hrfcheck::frontend::via
