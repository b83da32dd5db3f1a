#include "cat/model_files.h"

#include "cat/parser.h"

namespace hrfcheck::cat {

std::optional<std::filesystem::path> ModelFiles::find(const std::string& name, const SourcePtr& from) const {
  std::vector<std::filesystem::path> places{std::filesystem::path(from->name()).parent_path()};
  places.insert(places.end(), folders_.begin(), folders_.end());
  for (const std::filesystem::path& place : places) {
    std::error_code ignored;
    const std::filesystem::path path = place / name;
    if (std::filesystem::is_regular_file(path, ignored)) return path;
  }
  return std::nullopt;
}

const File& ModelFiles::parse(const SourcePtr& source, Diagnostics& diagnostics) {
  files_.push_back(std::make_unique<const File>(parseFile(source, diagnostics)));
  return *files_.back();
}

}  // namespace hrfcheck::cat
