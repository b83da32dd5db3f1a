#include "util/process/atomic_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "util/diagnostic.h"

namespace hrfcheck::inline util {
namespace {

namespace fs = std::filesystem;

/// @returns why it failed; empty when it did not
std::string writeFile(const std::string& path, const std::string& text) {
  errno = 0;
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (file) {
    return "";
  }
  return errno == 0 ? "writing failed" : std::strerror(errno);
}

[[noreturn]] void fail(const std::string& path, const std::string& why) {
  throw UserError(fmt::format("cannot write {}: {}", path, why));
}

}  // namespace

void writeAtomically(const std::string& path, const std::string& text) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    // A device or a pipe cannot be replaced by a file.
    if (const std::string why = writeFile(path, text); !why.empty()) {
      fail(path, why);
    }
    return;
  }
  const std::string temporary = fmt::format("{}.{}.tmp", path, ::getpid());
  if (const std::string why = writeFile(temporary, text); !why.empty()) {
    fs::remove(temporary, error);
    fail(path, why);
  }
  fs::rename(temporary, path, error);
  if (error) {
    const std::string why = error.message();
    fs::remove(temporary, error);
    fail(path, why);
  }
}

}  // namespace hrfcheck::inline util
