#include "cli/certificate_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "util/atomic_file.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kList = "certificate.txt";

/// A name as a folder's.
std::string folderName(const std::string& name) {
  std::string result;
  for (const char c : name) {
    const bool plain =
        std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_' || c == '+' || c == '.';
    result += plain ? c : '-';
  }
  return result.empty() || result[0] == '.' ? "_" + result : result;
}

}  // namespace

void CertificateFolder::write(const std::string& test, const std::string& model,
                              const std::map<std::string, std::string>& files) {
  const std::string modelName = folderName(fs::path(model).stem().string());
  std::string name = fmt::format("{}/{}", folderName(test), modelName);
  for (unsigned n = 2; !written_.insert(name).second; ++n) {
    name = fmt::format("{}-{}/{}", folderName(test), n, modelName);
  }
  const fs::path folder = fs::path(path_) / name;
  try {
    if (fs::exists(folder / kList)) {
      fs::remove_all(folder);
    } else if (fs::exists(folder)) {
      throw UserError(fmt::format("{} is there already, and is no certificate", folder.string()));
    }
    fs::create_directories(folder / "model");
  } catch (const fs::filesystem_error& error) {
    throw UserError(fmt::format("cannot write {}: {}", folder.string(), error.code().message()));
  }
  for (const auto& [file, text] : files) {
    if (file != kList) {
      writeAtomically((folder / file).string(), text);
    }
  }
  writeAtomically((folder / kList).string(), files.at(kList));  // last: only then is it whole
}

std::vector<std::string> certificatesIn(const std::string& folder) {
  std::vector<std::string> found;
  try {
    if (fs::exists(fs::path(folder) / kList)) {
      return {folder};
    }
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
      if (entry.path().filename() == kList) {
        found.push_back(entry.path().parent_path().string());
      }
    }
  } catch (const fs::filesystem_error& error) {
    throw UserError(fmt::format("cannot read {}: {}", folder, error.code().message()));
  }
  if (found.empty()) {
    throw UserError(fmt::format("there is no certificate in {}", folder));
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::map<std::string, std::string> readCertificateFiles(const std::string& folder) {
  std::map<std::string, std::string> files;
  try {
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
      if (!entry.is_regular_file()) {
        continue;
      }
      std::ifstream in(entry.path(), std::ios::binary);
      std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
      if (!in) {
        throw UserError(fmt::format("cannot read {}", entry.path().string()));
      }
      files[fs::relative(entry.path(), folder).generic_string()] = std::move(text);
    }
  } catch (const fs::filesystem_error& error) {
    throw UserError(fmt::format("cannot read {}: {}", folder, error.code().message()));
  }
  return files;
}

}  // namespace hrfcheck::inline cli
