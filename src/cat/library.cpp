#include "cat/library.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

#include "cat/elaborate/model_builder.h"
#include "cat/model/value_cycles.h"
#include "cat/shipped.h"
#include "cat/syntax/header.h"
#include "cat/syntax/parser.h"
#include "util/hash.h"

namespace hrfcheck {
namespace {

/// Further names of models that come with hrfcheck: the newest reading of PTX is called `ptx`.
struct FurtherName {
  std::string_view name;
  std::string_view model;
};
constexpr std::array kFurtherNames{FurtherName{"ptx-9", "ptx"}};

std::string nameOfFile(const std::string& name) {
  const auto* const row = std::ranges::find(kFurtherNames, name, &FurtherName::name);
  return row == kFurtherNames.end() ? name : std::string(row->model);
}

bool isPath(const std::string& name) {
  return name.find('/') != std::string::npos || name.ends_with(".cat");
}

/// Files with "Status: included" are parts of models.
bool isModel(const std::filesystem::path& path) {
  SourcePtr source;
  try {
    source = cat::readShippedOrFile(path);
  } catch (const UserError&) {
    return true;  // the code that loads it is told
  }
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

ModelLibrary::ModelLibrary(std::vector<std::filesystem::path> folders, ModelLimits limits)
    : folders_(std::move(folders)), limits_(limits) {}

std::string LoadedModel::textHash() const {
  std::string all;
  for (const SourcePtr& source : sources) all += fmt::format("{}:{}", source->text().size(), source->text());
  return hashText(all);
}

Model ModelLibrary::load(const std::string& nameOrPath) const {
  return loadWithSources(nameOrPath).model;
}

LoadedModel ModelLibrary::loadWithSources(const std::string& nameOrPath) const {
  const auto build = [&](const std::string& path) {
    cat::ModelBuilder builder(folders_, limits_);
    Model model = builder.build(cat::readShippedOrFile(path));
    if (limits_.noThinAir) forbidValueCycles(model);
    return LoadedModel{std::move(model), builder.sources()};
  };
  if (isPath(nameOrPath)) return build(nameOrPath);
  const std::filesystem::path path = pathOf(nameOrPath);
  if (path.empty()) {
    throw UserError(fmt::format("unknown model '{}'", nameOrPath), nearHint(nameOrPath, names()));
  }
  LoadedModel loaded = build(path.string());
  loaded.model.name = nameOrPath;
  const std::filesystem::path installed = limits_.installed;
  const bool last = installed.empty() && !folders_.empty() && path.parent_path() == folders_.back();
  loaded.model.shipped =
      cat::isShipped(path) || last || (!installed.empty() && path.parent_path() == installed);
  return loaded;
}

std::filesystem::path ModelLibrary::pathOf(const std::string& asked) const {
  std::filesystem::path path = fileOf(asked);
  return path.empty() ? fileOf(nameOfFile(asked)) : path;
}

std::filesystem::path ModelLibrary::fileOf(const std::string& name) const {
  for (const std::filesystem::path& folder : folders_) {
    std::filesystem::path path = folder / (name + ".cat");
    std::error_code ignored;
    if (std::filesystem::is_regular_file(path, ignored)) return path;
  }
  std::filesystem::path shipped = cat::shippedPath(name + ".cat");
  return limits_.shipped && cat::isShipped(shipped) ? shipped : std::filesystem::path();
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
  if (limits_.shipped) {
    for (const auto& [file, text] : cat::shippedFiles()) {
      const std::filesystem::path path = cat::shippedPath(file);
      const std::string name = path.stem().string();
      if (seen.insert(name).second && isModel(path)) found.insert(name);
    }
  }
  return {found.begin(), found.end()};
}

Model parseModel(const SourcePtr& source, const std::vector<std::filesystem::path>& folders,
                 const ModelLimits& limits) {
  return cat::ModelBuilder(folders, limits).build(source);
}

}  // namespace hrfcheck
