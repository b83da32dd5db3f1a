#include "cli/this_program.h"

#include <fmt/format.h>

#include <filesystem>

#include "util/diagnostic.h"

namespace hrfcheck::inline cli {

std::string thisProgram() {
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) {
    throw UserError(fmt::format("the program cannot be found: /proc/self/exe: {}", error.message()));
  }
  return program.string();
}

}  // namespace hrfcheck::inline cli
