// A name is followed to the file that it stands for, links and `..` among it, by looking at folders alone;
// only if that is a regular file below one of the folders is it ever opened. Absolute names are no names
// here.

#include "frontend/include/include_folders.h"

#include <algorithm>

#include "util/diagnostic.h"

namespace hrfcheck::frontend {
namespace {

namespace fs = std::filesystem;

bool isBelow(const fs::path& path, const fs::path& folder) {
  const auto [end, rest] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return end == folder.end() && rest != path.end();
}

std::optional<IncludableFile> fileAt(const fs::path& folder, std::string_view name, const fs::path& root) {
  std::error_code error;
  const fs::path whole = fs::canonical(folder / name, error);
  if (error || !isBelow(whole, root) || !fs::is_regular_file(whole, error)) {
    return std::nullopt;
  }
  return IncludableFile{whole, root};
}

bool isRelativePath(std::string_view name) {
  return !name.empty() && !name.starts_with('/') && name.find('\0') == std::string_view::npos;
}

}  // namespace

IncludeFolders::IncludeFolders(const std::vector<std::string>& folders, const std::string& beside) {
  std::error_code error;
  for (const std::string& folder : folders) {
    const fs::path whole = fs::canonical(folder, error);
    if (error || !fs::is_directory(whole, error)) {
      throw UserError("-I " + folder + ": there is no such folder");
    }
    folders_.push_back(whole);
  }
  if (!beside.empty()) {
    const fs::path folder = fs::path(beside).parent_path();
    const fs::path whole = fs::canonical(folder.empty() ? fs::path(".") : folder, error);
    beside_ = error ? std::nullopt : std::optional(whole);
  }
}

std::optional<IncludableFile> IncludeFolders::find(std::string_view name, bool quoted,
                                                   const IncludableFile* by) const {
  if (!isRelativePath(name)) {
    return std::nullopt;
  }
  // From beside the file that has the directive, names may lead to any of the folders.
  const auto leadingFrom = [&](const fs::path& folder, const fs::path& root) {
    auto file = fileAt(folder, name, root);
    for (auto other = folders_.begin(); !file && other != folders_.end(); ++other) {
      file = fileAt(folder, name, *other);
    }
    return file;
  };
  if (quoted && by != nullptr) {
    if (auto file = leadingFrom(by->path.parent_path(), by->root)) {
      return file;
    }
  }
  if (quoted && beside_) {
    if (auto file = leadingFrom(*beside_, *beside_)) {
      return file;
    }
  }
  for (const fs::path& folder : folders_) {
    if (auto file = fileAt(folder, name, folder)) {
      return file;
    }
  }
  return std::nullopt;
}

}  // namespace hrfcheck::frontend
