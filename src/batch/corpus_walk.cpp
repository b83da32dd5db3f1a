#include "batch/corpus_walk.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "util/text.h"

// A folder inside of itself is a link to one of the folders on the way down to it, however the link is
// spelt; device and inode tell (as in fts(3)). A folder that two links name is walked twice: its tests are
// reached by two paths.

namespace hrfcheck::inline batch {
namespace {

namespace fs = std::filesystem;

using Inode = std::pair<dev_t, ino_t>;

class Walk {
 public:
  Walk(const LaunchOptions& launch, Unlaunched unlaunched) : launch_(launch), unlaunched_(unlaunched) {}

  void argument(const std::string& path, const fs::path& base, const Place& place) {
    const fs::path whole = base / path;
    std::error_code error;
    if (path.starts_with("@") && !fs::exists(base / testPathOf(path).file, error)) {
      list(path.substr(1), base, place);
      return;
    }
    if (fs::is_directory(whole, error)) {
      const std::size_t before = corpus_.tests.size() + repeated_;
      folder(whole, place);
      warnWithoutTest(before, place, fmt::format("no test (*.litmus) in {}", whole.string()));
    } else if (unlaunched_ == Unlaunched::Skip && isKernelFile(whole.filename().native())) {
      kernelFile(whole, place);
    } else {
      namedFile(whole);
    }
  }

  Corpus take() { return std::move(corpus_); }

 private:
  void warn(const Place& place, std::string message) {
    corpus_.warnings.push_back({Severity::Warning, place, std::move(message), ""});
  }
  void cannotRead(const char* what, const fs::path& path, const std::string& why) {
    corpus_.unreadable.push_back({path.string(), fmt::format("cannot read {}: {}", what, why)});
  }
  void warnWithoutTest(std::size_t before, const Place& place, std::string message) {
    const bool unread = std::exchange(unread_, corpus_.unreadable.size()) < corpus_.unreadable.size();
    if (!unread && corpus_.tests.size() + repeated_ == before) {
      warn(place, std::move(message));
    }
  }

  void test(const fs::path& path) {
    std::string normal = path.lexically_normal().string();
    if (known_.insert(normal).second) {
      corpus_.tests.push_back(std::move(normal));
    } else {
      ++repeated_;
    }
  }

  void namedFile(const fs::path& path) {
    for (const std::string& one : testPathsOf(path.string(), launch_)) {
      test(one);
    }
  }

  /// Where there may be kernels for anything.
  void kernelFile(const fs::path& path, const Place& place) {
    try {
      if (!launch_.launch.empty() || saysLaunch(readSource(path.string()))) {
        namedFile(path);
      } else {
        corpus_.unlaunched.push_back(path.string());
        warn(place, fmt::format("{} {}", path.string(), kUnlaunched));
      }
    } catch (const UserError&) {
      test(path);  // reading it again says why
    }
  }

  void list(const std::string& name, const fs::path& base, const Place& place) {
    const std::string path = name == "-" ? name : (base / name).lexically_normal().string();
    std::error_code error;
    const fs::path canonical = name == "-" ? fs::path("-") : fs::weakly_canonical(path, error);
    if (std::ranges::find(lists_, canonical) != lists_.end()) {
      throw UserError(place, fmt::format("the list {} contains itself", path));
    }
    const SourcePtr source = readSource(path);
    lists_.push_back(canonical);
    corpus_.lists.push_back(path);
    const std::size_t before = corpus_.tests.size() + repeated_;
    lines(source, name == "-" ? fs::path() : fs::path(path).parent_path());
    warnWithoutTest(before, place, fmt::format("no test in the list {}", path));
    lists_.pop_back();
  }

  void lines(const SourcePtr& source, const fs::path& base) {
    const std::uint32_t last = source->position(static_cast<std::uint32_t>(source->text().size())).line;
    for (std::uint32_t number = 1; number <= last; ++number) {
      const std::string_view line = stripped(source->line(number));
      if (!line.empty() && !line.starts_with('#')) {
        const auto begin = static_cast<std::uint32_t>(line.data() - source->text().data());
        argument(std::string(line), base, {source, {begin, begin + static_cast<std::uint32_t>(line.size())}});
      }
    }
  }

  void folder(const fs::path& path, const Place& place) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) {
      cannotRead("the folder", path, std::generic_category().message(errno));
      return;
    }
    const Inode inode{status.st_dev, status.st_ino};
    if (std::ranges::find(above_, inode) != above_.end()) {
      warn(place, fmt::format("the folder {} contains itself; skipped", path.string()));
      return;
    }
    std::error_code error;
    std::vector<fs::path> names;
    for (fs::directory_iterator i(path, error), end; !error && i != end; i.increment(error)) {
      names.push_back(i->path().filename());
    }
    if (error) {
      cannotRead("the folder", path, error.message());
      return;
    }
    std::ranges::sort(names, {}, [](const fs::path& name) { return name.native(); });
    walked(path);
    above_.push_back(inode);
    for (const fs::path& name : names) {
      inFolder(path, name, place);
    }
    above_.pop_back();
  }

  void walked(const fs::path& path) {
    // "a/" and "a" are one folder.
    std::string normal = path.lexically_normal().string();
    if (normal.size() > 1 && normal.ends_with('/')) {
      normal.pop_back();
    }
    if (knownFolders_.insert(normal).second) {
      corpus_.folders.push_back(std::move(normal));
    }
  }

  void inFolder(const fs::path& folderPath, const fs::path& name, const Place& place) {
    if (name.native().starts_with('.')) {
      return;
    }
    const fs::path path = (folderPath / name).lexically_normal();
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (error && status.type() != fs::file_type::not_found) {
      cannotRead("this entry", path, error.message());  // a folder, for all we know
    } else if (fs::is_directory(status)) {
      if (name != "expected") {
        folder(path, place);
      }
    } else if (name.native().ends_with(".litmus")) {
      // A link that leads nowhere stays in: reading it says so.
      if (fs::is_regular_file(status) || !fs::exists(status)) {
        test(path);
      } else {
        warn(place, fmt::format("{} is not a file; skipped", path.string()));
      }
    } else if (isKernelFile(name.native()) && fs::is_regular_file(status)) {
      kernelFile(path, place);
    }
  }

  const LaunchOptions& launch_;
  Unlaunched unlaunched_;
  Corpus corpus_;
  std::set<std::string> known_;
  std::set<std::string> knownFolders_;
  std::size_t unread_ = 0;    ///< of the corpus, when it was last looked at
  std::size_t repeated_ = 0;  ///< tests that were known when they were named again
  std::vector<Inode> above_;
  std::vector<fs::path> lists_;  ///< that are being read
};

}  // namespace

std::vector<std::string> Corpus::inputs() const {
  std::vector<std::string> result = tests;
  result.insert(result.end(), lists.begin(), lists.end());
  return result;
}

Corpus walkCorpus(const std::vector<std::string>& paths, const LaunchOptions& launch, Unlaunched unlaunched) {
  Walk walk(launch, unlaunched);
  for (const std::string& path : paths) {
    walk.argument(path, {}, {});
  }
  return walk.take();
}

}  // namespace hrfcheck::inline batch
