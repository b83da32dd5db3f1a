#include "cat/shipped.h"

#include "cat/model/limits.h"

namespace hrfcheck::cat {

bool isShipped(const std::filesystem::path& path) {
  return path.parent_path() == kShippedFolder && shippedFiles().contains(path.filename().string());
}

std::filesystem::path shippedPath(std::string_view file) {
  return std::filesystem::path(kShippedFolder) / file;
}

SourcePtr readShippedOrFile(const std::filesystem::path& path) {
  if (!isShipped(path)) {
    return readModelSource(path.string());
  }
  const std::string_view text = shippedFiles().find(path.filename().string())->second;
  return std::make_shared<const Source>(path.string(), std::string(text));
}

}  // namespace hrfcheck::cat
