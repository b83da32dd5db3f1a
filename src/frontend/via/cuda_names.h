#pragma once

#include <string>
#include <string_view>

namespace hrfcheck::frontend::via {

/// The variable behind a file of CUDA C++ that holds the address of a kernel: which name a compiler gives to
/// `scan<int, 4>` is so known.
std::string kernelVariable(std::string_view kernel);
/// The variable behind it that has the value of a constant that its lines `//# ` speak of.
std::string constantVariable(std::string_view constant);
/// The constant whose value a variable has; empty where it is not one of those.
std::string_view constantOf(std::string_view variable);

}  // namespace hrfcheck::frontend::via
