#include "frontend/compilers/work_folder.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "util/diagnostic.h"

namespace hrfcheck::frontend::via {
namespace {

constexpr const char* kOverlay = "files.yaml";

/// As a string of YAML.
std::string yamlString(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    result += c == '"' || c == '\\' ? "\\" : "";
    result += c;
  }
  return result + "\"";
}

}  // namespace

WorkFolder::WorkFolder() : owner_(::getpid()) {
  std::error_code error;
  std::string name = (std::filesystem::temp_directory_path(error) / "hrfcheck-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) {
    throw UserError(fmt::format("cannot make a folder for the compiler: {}", std::strerror(errno)));
  }
  path_ = name;
  std::filesystem::create_directory(inside(), error);
}

WorkFolder::~WorkFolder() {
  if (owner_ != ::getpid()) {
    return;
  }
  std::error_code error;
  std::filesystem::remove_all(path_, error);
}

void WorkFolder::writeOverlay(const std::vector<SeenFolder>& folders) const {
  std::string text =
      "{\"version\": 0, \"fallthrough\": false, \"use-external-names\": false, \"case-sensitive\": true, \"roots\": [";
  const char* separator = "";
  const auto add = [&](const char* type, const std::string& name, const std::string& contents) {
    text += separator + fmt::format(R"({{"type": "{}", "name": {}, "external-contents": {}}})", type,
                                    yamlString(name), yamlString(contents));
    separator = ", ";
  };
  for (const SeenFolder& seen : folders) {
    if (seen.files.empty()) {
      add("directory-remap", seen.seenAs, seen.folder);
    }
    for (const std::string& file : seen.files) {
      add("file", seen.seenAs + "/" + file, seen.folder + "/" + file);
    }
  }
  write(kOverlay, text + "]}\n");
}

std::string WorkFolder::write(const std::string& name, std::string_view text) const {
  const std::filesystem::path path = std::filesystem::path(path_) / name;
  std::error_code error;
  std::filesystem::create_directories(path.parent_path(), error);
  std::ofstream out(path);
  out << text;
  out.close();
  if (!out) {
    throw UserError(fmt::format("cannot write {}", path.string()));
  }
  return path.string();
}

std::string WorkFolder::overlayFromInside() const {
  return fmt::format("../{}", kOverlay);
}

}  // namespace hrfcheck::frontend::via
