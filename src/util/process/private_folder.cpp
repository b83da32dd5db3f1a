#include "util/process/private_folder.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "util/diagnostic.h"

namespace hrfcheck::inline util {

namespace fs = std::filesystem;

PrivateFolder::PrivateFolder(const std::string& name) {
  std::error_code error;
  const fs::path temporary = fs::temp_directory_path(error);
  std::string path = (temporary / (name + "-XXXXXX")).string();
  if (error || ::mkdtemp(path.data()) == nullptr) {
    throw UserError(fmt::format("cannot make a folder in {}: {}", temporary.string(),
                                error ? error.message() : std::strerror(errno)));
  }
  path_ = path;
}

PrivateFolder::~PrivateFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

void PrivateFolder::write(const std::string& name, std::string_view text) const {
  std::ofstream file(fs::path(path_) / name, std::ios::binary);
  file << text;
  if (!file.flush()) {
    throw UserError(fmt::format("cannot write {}", (fs::path(path_) / name).string()));
  }
}

}  // namespace hrfcheck::inline util
