#include "cli/certificate_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "util/characters.h"
#include "util/diagnostic.h"
#include "util/process/atomic_file.h"
#include "verify/refused.h"

namespace hrfcheck::inline cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kList = "certificate.txt";

/// A name as a folder's.
std::string folderName(const std::string& name) {
  std::string result;
  for (const char c : name) {
    const bool plain = isLetterOrDigit(c) || c == '-' || c == '_' || c == '+' || c == '.';
    result += plain ? c : '-';
  }
  return result.empty() || result[0] == '.' ? "_" + result : result;
}

/// Far more than the largest certificate of any test needs.
constexpr std::size_t kLargestFile = std::size_t{256} << 20U;
constexpr std::size_t kLargestCertificate = std::size_t{1} << 30U;
constexpr std::size_t kMostFiles = 50'000;

/// A file that is open for reading.
class OpenFile {
 public:
  explicit OpenFile(const fs::path& path)
      : descriptor_(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)) {}
  ~OpenFile() {
    if (descriptor_ >= 0) {
      ::close(descriptor_);
    }
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  /// Nothing where this is no regular file.
  std::optional<std::size_t> size() const {
    struct stat what {};
    const bool file = descriptor_ >= 0 && ::fstat(descriptor_, &what) == 0 && S_ISREG(what.st_mode);
    return file ? std::optional(static_cast<std::size_t>(what.st_size)) : std::nullopt;
  }
  /// So many bytes, or fewer where the file ends sooner; nothing where it cannot be read.
  std::optional<std::string> read(std::size_t size, const Deadline& deadline) const {
    constexpr std::size_t kBlock = std::size_t{1} << 20U;
    std::string text;
    while (text.size() < size) {
      deadline.check();
      const std::size_t had = text.size();
      text.resize(std::min(size, had + kBlock));
      const ssize_t count = ::read(descriptor_, text.data() + had, text.size() - had);
      text.resize(had + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
      if (count < 0) {
        return std::nullopt;
      }
      if (count == 0) {
        break;
      }
    }
    return text;
  }

 private:
  int descriptor_;
};

/// Reads a certificate's folder: files, and a folder `model` of files.
class FolderReader {
 public:
  FolderReader(fs::path folder, const Deadline& deadline) : folder_(std::move(folder)), deadline_(deadline) {}

  Files read() {
    list("");
    list("model/");
    for (const std::string& name : names_) {
      files_[name] = textOf(name);
    }
    return std::move(files_);
  }

 private:
  void list(const std::string& below) {
    std::error_code error;
    for (fs::directory_iterator entry(folder_ / below, error), end; !error && entry != end;
         entry.increment(error)) {
      const std::string name = below + entry->path().filename().string();
      const fs::file_type type = entry->symlink_status(error).type();
      if (below.empty() && name == "model" && type == fs::file_type::directory) {
        continue;
      }
      if (type != fs::file_type::regular) {
        throw Refused(name, 0, type == fs::file_type::symlink ? "it is a link" : "it is not a file");
      }
      names_.push_back(name);
      if (names_.size() > kMostFiles) {
        throw Refused(fmt::format("the folder has more than {} files", kMostFiles));
      }
    }
    if (error) {
      throw Refused(below.empty() ? "" : "model", 0, fmt::format("cannot be read: {}", error.message()));
    }
  }

  std::string textOf(const std::string& name) {
    const OpenFile file(folder_ / name);
    const std::optional<std::size_t> size = file.size();
    if (!size) {
      throw Refused(name, 0, "it cannot be read as a file");
    }
    total_ += *size;
    if (*size > kLargestFile || total_ > kLargestCertificate) {
      throw Refused(name, 0, "the file, or the whole certificate, is too large");
    }
    std::optional<std::string> text = file.read(*size, deadline_);
    if (!text) {
      throw Refused(name, 0, "it cannot be read");
    }
    return std::move(*text);
  }

  fs::path folder_;
  const Deadline& deadline_;
  std::vector<std::string> names_;
  Files files_;
  std::size_t total_ = 0;
};

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
      throw UserError(fmt::format("{} already exists, and is no certificate", folder.string()));
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

Files readCertificateFiles(const std::string& folder, const Deadline& deadline) {
  return FolderReader(folder, deadline).read();
}

}  // namespace hrfcheck::inline cli
