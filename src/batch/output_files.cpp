#include "batch/output_files.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <utility>

#include "frontend/test_file.h"
#include "util/diagnostic.h"
#include "util/utf8.h"

namespace hrfcheck::inline batch {
namespace {

namespace fs = std::filesystem;

using Identity = std::pair<dev_t, ino_t>;

/// Of a regular file that is there.
std::optional<Identity> identityOf(const std::string& path) {
  struct stat status {};
  if (path == "-" || ::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) {
    return std::nullopt;
  }
  return Identity(status.st_dev, status.st_ino);
}

/// Tells paths of files that are not there yet apart; empty for what is no file.
std::string placeOf(const std::string& path) {
  struct stat status {};
  if (path == "-" || (::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode))) {
    return "";
  }
  std::error_code error;
  const fs::path place = fs::weakly_canonical(fs::absolute(path), error);
  return (error ? fs::path(path) : place.lexically_normal()).string();
}

void refuseTwice(const std::vector<OutputFile>& outputs) {
  std::map<std::string, std::string> places;
  std::map<Identity, std::string> files;
  for (const OutputFile& output : outputs) {
    const std::string place = placeOf(output.path);
    if (place.empty()) {
      continue;
    }
    auto [first, isNew] = places.emplace(place, output.option);
    std::string other = isNew ? "" : first->second;
    if (const auto identity = identityOf(output.path); identity && isNew) {
      const auto [known, isOther] = files.emplace(*identity, output.option);
      other = isOther ? "" : known->second;
    }
    if (!other.empty()) {
      throw UserError(fmt::format("{} and {} both write {}", other, output.option, output.path),
                      "name another file");
    }
  }
}

}  // namespace

std::string herdLogPath(const std::string& folder, const std::string& model) {
  std::string name = cleaned(fs::path(model).lexically_normal().relative_path().string(), Controls::None);
  std::ranges::replace(name, '/', '-');
  for (std::size_t i = 0; i < name.size() && name[i] == '.'; ++i) {
    name[i] = '_';  // hidden files are overlooked
  }
  return (fs::path(folder) / (name + ".log")).string();
}

void refuseOverwriting(const std::vector<OutputFile>& outputs, const std::vector<std::string>& inputs) {
  std::map<Identity, std::string> read;
  for (const std::string& input : inputs) {
    const std::string file = testPathOf(input).file;
    if (const auto identity = identityOf(file)) {
      read.emplace(*identity, file);
    }
  }
  for (const OutputFile& output : outputs) {
    const auto identity = identityOf(output.path);
    const auto known = identity ? read.find(*identity) : read.end();
    if (known != read.end()) {
      throw UserError(fmt::format("{} would overwrite {}, which is read", output.option, known->second),
                      "name another file");
    }
  }
  refuseTwice(outputs);
}

}  // namespace hrfcheck::inline batch
