#include "cli/model_folders.h"

#include <fmt/format.h>

#include "util/diagnostic.h"
#include "util/json_fields.h"

namespace hrfcheck::inline cli {

namespace {

struct ModelPlaces {
  std::vector<std::filesystem::path> folders;
  ModelLimits limits;
};

ModelPlaces placesOf(const ModelSearch& search, double seconds, const std::atomic<bool>* cancelled) {
  namespace fs = std::filesystem;
  std::vector<fs::path> folders;
  std::error_code error;
  for (const std::string& include : search.folders) {
    if (!fs::is_directory(include, error)) {
      throw UserError(fmt::format("--include {}: no such folder", include));
    }
    folders.emplace_back(include);
  }
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  ModelLimits limits;
  if (!error) {
    folders.push_back(program.parent_path().parent_path() / "share" / "hrfcheck" / "models");
    limits.installed = folders.back().string();
  }
  limits.seconds = seconds;
  limits.cancelled = cancelled;
  limits.trustIncludes = search.trustIncludes;
  limits.shipped = true;
  limits.bell = search.bell;
  limits.raceFlag = search.raceFlag;
  limits.noThinAir = search.noThinAir;
  return {std::move(folders), limits};
}

}  // namespace

ModelLibrary makeModelLibrary(const ModelSearch& search, double seconds, const std::atomic<bool>* cancelled) {
  ModelPlaces places = placesOf(search, seconds, cancelled);
  return ModelLibrary(std::move(places.folders), places.limits);
}

Model readModel(const SourcePtr& source, const ModelSearch& search, double seconds) {
  const ModelPlaces places = placesOf(search, seconds, nullptr);
  return parseModel(source, places.folders, places.limits);
}

std::map<std::string, std::string> modelOptionsOf(const ModelSearch& search) {
  std::map<std::string, std::string> options;
  putIfAny(options, "bell", search.bell);
  putIfAny(options, "race-flag", search.raceFlag);
  if (search.noThinAir) {
    options["assume"] = "no-thin-air";
  }
  return options;
}

}  // namespace hrfcheck::inline cli
