/// Where an included file may lie: in the folder of the model, in a folder of models, or below these. Links
/// are followed before that is judged, so that a link does not lead out either.
#include "cat/elaborate/model_files.h"

#include <fmt/format.h>

#include <algorithm>

#include "cat/shipped.h"
#include "cat/syntax/parser.h"

namespace hrfcheck::cat {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kStepsOfFile = 100;
constexpr std::size_t kBytesOfStep = 32;
constexpr const char* kTrust = "--trust-includes lets a model include any file";

fs::path folderOf(const SourcePtr& source) {
  const fs::path folder = fs::path(source->name()).parent_path();
  return folder.empty() ? "." : folder;
}

bool isBelow(const fs::path& path, const fs::path& folder) {
  std::error_code error;
  const fs::path top = fs::canonical(folder, error);
  if (error) return false;
  const auto [inTop, inPath] = std::mismatch(top.begin(), top.end(), path.begin(), path.end());
  return inTop == top.end();
}

bool goesUp(const fs::path& name) {
  return name.is_absolute() || std::find(name.begin(), name.end(), "..") != name.end();
}

/// Nothing in it was understood, and nothing says that it was meant to be: its lines are not shown.
bool isNoModel(const fs::path& path, const SourcePtr& source, const File& file) {
  const bool binary = source->text().find('\0') != std::string::npos;
  return binary || (file.statements.empty() && path.extension() != ".cat");
}

}  // namespace

std::optional<fs::path> ModelFiles::find(const std::string& name, const Where& where) const {
  if (!trustIncludes_ && goesUp(name)) {
    throw UserError(where, "an included file must be named relative to the folder of the model, without '..'",
                    kTrust);
  }
  const fs::path shipped = shippedPath(name);
  if (isShipped(where.source->name()) && isShipped(shipped)) return shipped;
  std::vector<fs::path> places{folderOf(where.source)};
  places.insert(places.end(), folders_.begin(), folders_.end());
  for (const fs::path& place : places) {
    std::error_code ignored;
    const fs::path path = place / name;
    if (!fs::exists(path, ignored)) continue;
    refuseOutside(path, name, where);
    return path;
  }
  return shipped_ && isShipped(shipped) ? std::optional(shipped) : std::nullopt;
}

void ModelFiles::refuseOutside(const fs::path& path, const std::string& name, const Where& where) const {
  if (trustIncludes_) return;
  std::error_code error;
  const fs::path real = fs::canonical(path, error);
  const auto holds = [&](const fs::path& folder) { return isBelow(real, folder); };
  if (!error && (holds(modelFolder_) || std::any_of(folders_.begin(), folders_.end(), holds))) return;
  throw UserError(where, fmt::format("'{}' is outside the folder of the model and the model folders", name),
                  kTrust);
}

const File& ModelFiles::parseModel(const SourcePtr& source, Diagnostics& diagnostics) {
  modelFolder_ = folderOf(source);
  return parse(source, diagnostics);
}

const File& ModelFiles::parse(const SourcePtr& source, Diagnostics& diagnostics) {
  budget_.spend(source->text().size() / kBytesOfStep);
  sources_.push_back(source);
  files_.push_back(std::make_unique<const File>(parseFile(source, diagnostics)));
  return *files_.back();
}

const File& ModelFiles::read(const fs::path& path, const Where& where, Diagnostics& diagnostics) {
  budget_.spend(kStepsOfFile);
  const auto [entry, isNew] = byPath_.try_emplace(path, nullptr);
  if (!isNew) return *entry->second;
  SourcePtr source;
  try {
    source = readShippedOrFile(path);
  } catch (const UserError& error) {
    throw UserError(where, error.diagnostics().front().message);
  }
  Diagnostics inFile;
  const File& file = parse(source, inFile);
  if (inFile.hasErrors() && isNoModel(path, source, file)) {
    throw UserError(where, fmt::format("'{}' is not a model", path.string()));
  }
  for (const Diagnostic& d : inFile.all()) {
    if (d.severity == Severity::Error) {
      diagnostics.error(d.place, d.message, d.hint);
    } else {
      diagnostics.warning(d.place, d.message, d.hint);
    }
  }
  entry->second = &file;
  return file;
}

}  // namespace hrfcheck::cat
