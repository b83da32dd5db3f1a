#include "frontend/via/work_folder.h"

#include <fmt/format.h>

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

WorkFolder::WorkFolder() {
  std::error_code error;
  std::string name = (std::filesystem::temp_directory_path(error) / "hrfcheck-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) {
    throw UserError(fmt::format("cannot make a folder for the compiler: {}", std::strerror(errno)));
  }
  path_ = name;
  std::filesystem::create_directory(inside(), error);
}

WorkFolder::~WorkFolder() {
  std::error_code error;
  std::filesystem::remove_all(path_, error);
}

void WorkFolder::writeOverlay(const std::string& seenAs, const std::string& folder,
                              const std::vector<std::string>& files) const {
  std::ofstream out(path_ + "/" + kOverlay);
  out << "{\"version\": 0, \"fallthrough\": false, \"case-sensitive\": true, \"roots\": [";
  const char* separator = "";
  for (const std::string& file : files) {
    out << separator
        << fmt::format(R"({{"type": "file", "name": {}, "external-contents": {}}})",
                       yamlString(seenAs + "/" + file), yamlString(folder + "/" + file));
    separator = ", ";
  }
  out << "]}\n";
  out.close();
  if (!out) {
    throw UserError(fmt::format("cannot write {}/{}", path_, kOverlay));
  }
}

std::string WorkFolder::overlayFromInside() const {
  return fmt::format("../{}", kOverlay);
}

}  // namespace hrfcheck::frontend::via
