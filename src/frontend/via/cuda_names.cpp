#include "frontend/via/cuda_names.h"

#include <fmt/format.h>

#include "util/characters.h"

namespace hrfcheck::frontend::via {
namespace {

constexpr std::string_view kKernel = "hrfcheck_kernel_";
constexpr std::string_view kConstant = "hrfcheck_value_";

}  // namespace

std::string kernelVariable(std::string_view kernel) {
  std::string name(kKernel);
  for (const char c : kernel) {
    const auto byte = static_cast<unsigned char>(c);
    if (isLetterOrDigit(byte)) {
      name += c;
    } else if (!isSpace(byte)) {
      name += fmt::format("_{:02x}", byte);
    }
  }
  return name;
}

std::string constantVariable(std::string_view constant) {
  return std::string(kConstant) + std::string(constant);
}

std::string_view constantOf(std::string_view variable) {
  return variable.starts_with(kConstant) ? variable.substr(kConstant.size()) : std::string_view();
}

}  // namespace hrfcheck::frontend::via
