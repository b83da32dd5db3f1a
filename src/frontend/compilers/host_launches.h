#pragma once

#include <string>
#include <string_view>

namespace hrfcheck::frontend::via {

/// What host code of CUDA C++ or HIP says of launches, as comments behind a module: `kernel<<<2, dim3(16,
/// 2)>>>(...)` is "// hrfcheck launch _Z6kernelPi 2,1x16,2".
/// @param llvm host code in LLVM's language, with constants folded; launches of other numbers are left out,
///   and those of functions in which it is not certain which numbers belong to which kernel
/// @param comment what begins a comment of the module: "//" of PTX, ";" of LLVM IR
std::string hostLaunches(std::string_view llvm, std::string_view comment = "//");

/// The launch of an entry that such comments give, "2,1x16,2"; empty where there is none, or several.
std::string hostLaunchOf(std::string_view module, std::string_view entry);

}  // namespace hrfcheck::frontend::via
