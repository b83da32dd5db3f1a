#include "frontend/ptx/debug/demangle.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>

namespace hrfcheck::frontend::ptx {
namespace {

std::string demangled(const std::string& name) {
  if (!name.starts_with("_Z")) {
    return name;  // `a` would be a type
  }
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 && text != nullptr ? std::string(text.get()) : name;
}

}  // namespace

std::string shownFunction(const std::string& name) {
  std::string shown = demangled(name);
  if (shown.starts_with("void ")) {
    shown = shown.substr(5);
  }
  std::size_t depth = 0;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    depth += shown[i] == '<' ? 1 : 0;
    depth -= shown[i] == '>' && depth > 0 ? 1 : 0;
    if (shown[i] == '(' && depth == 0 && i > 0 && shown.compare(i, 21, "(anonymous namespace)") != 0) {
      return shown.substr(0, i);
    }
  }
  return shown;
}

std::string shownVariable(const std::string& name) {
  const std::string shown = demangled(name);
  if (shown == name) {
    return name;
  }
  const std::size_t colons = shown.rfind("::");
  return colons == std::string::npos ? shown : shown.substr(colons + 2);
}

}  // namespace hrfcheck::frontend::ptx
