#pragma once

#include <string>

namespace hrfcheck::frontend::ptx {

/// The name of a function as its author wrote it, without parameters: "scan<int>"; other names as they are.
std::string shownFunction(const std::string& name);
/// The last part of a variable's name: "last" of `_ZZ3sumPfE4last`.
std::string shownVariable(const std::string& name);

}  // namespace hrfcheck::frontend::ptx
