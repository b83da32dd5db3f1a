#include "cli/model_folders.h"

#include <fmt/format.h>

#include "util/diagnostic.h"

namespace hrfcheck {

ModelLibrary makeModelLibrary(const std::vector<std::string>& includes) {
  namespace fs = std::filesystem;
  std::vector<fs::path> folders;
  std::error_code error;
  for (const std::string& include : includes) {
    if (!fs::is_directory(include, error)) {
      throw UserError(fmt::format("--include {}: no such folder", include));
    }
    folders.emplace_back(include);
  }
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (!error) {
    folders.push_back(program.parent_path().parent_path() / "share" / "hrfcheck" / "models");
  }
  return ModelLibrary(std::move(folders));
}

}  // namespace hrfcheck
