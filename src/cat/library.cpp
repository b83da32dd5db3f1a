#include "cat/library.h"

#include <fmt/format.h>

#include <set>
#include <utility>

#include "cat/header.h"
#include "cat/model_builder.h"
#include "cat/parser.h"

namespace hrfcheck {
namespace {

bool isPath(const std::string& name) {
  return name.find('/') != std::string::npos || name.ends_with(".cat");
}

/// Files with "Status: included" are parts of models.
bool isModel(const std::filesystem::path& path) {
  const SourcePtr source = readSource(path.string());
  Diagnostics ignored;
  const ModelHeader header = cat::readHeader(source, cat::parseFile(source, ignored));
  const auto status = header.fields.find("Status");
  return status == header.fields.end() || !status->second.starts_with("included");
}

std::string nearHint(const std::string& name, const std::vector<std::string>& known) {
  const std::vector<std::string> near = nearestNames(name, known);
  if (near.empty()) return "";
  return fmt::format("did you mean '{}'?", fmt::join(near, "' or '"));
}

}  // namespace

ModelLibrary::ModelLibrary(std::vector<std::filesystem::path> folders) : folders_(std::move(folders)) {}

Model ModelLibrary::load(const std::string& nameOrPath) const {
  if (isPath(nameOrPath)) return parseModel(readSource(nameOrPath), folders_);
  for (const std::filesystem::path& folder : folders_) {
    const std::filesystem::path path = folder / (nameOrPath + ".cat");
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored)) continue;
    Model model = parseModel(readSource(path.string()), folders_);
    model.name = nameOrPath;
    return model;
  }
  throw UserError(fmt::format("unknown model '{}'", nameOrPath), nearHint(nameOrPath, names()));
}

std::vector<std::string> ModelLibrary::names() const {
  std::set<std::string> found;
  std::set<std::string> seen;
  for (const std::filesystem::path& folder : folders_) {
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
      const std::string name = entry.path().stem().string();
      if (entry.path().extension() != ".cat" || !entry.is_regular_file(ignored)) continue;
      // A file in an earlier folder hides those of its name in later ones.
      if (seen.insert(name).second && isModel(entry.path())) found.insert(name);
    }
  }
  return {found.begin(), found.end()};
}

Model parseModel(const SourcePtr& source, const std::vector<std::filesystem::path>& folders) {
  return cat::ModelBuilder(folders).build(source);
}

}  // namespace hrfcheck
