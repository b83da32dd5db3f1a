#include "jobs/line_store.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "util/diagnostic.h"
#include "util/invariant.h"

namespace hrfcheck::inline jobs {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void cannot(const char* what, const std::string& name, int error) {
  throw UserError(fmt::format("cannot {} {}: {}", what, name, std::generic_category().message(error)));
}

/// POSIX locks belong to the process: workers forked from it do not hold them on.
void lock(const Descriptor& file, const std::string& path) {
  struct flock whole {};
  whole.l_type = F_WRLCK;
  whole.l_whence = SEEK_SET;
  if (::fcntl(file.get(), F_SETLK, &whole) != 0 && (errno == EACCES || errno == EAGAIN)) {
    throw UserError(fmt::format("cannot write {}: another run is writing it", path));
  }
}

ssize_t writeOnce(int descriptor, const char* data, std::size_t length) {
  ssize_t count = 0;
  do {
    count = ::write(descriptor, data, length);
  } while (count < 0 && errno == EINTR);
  return count;
}

}  // namespace

LineStore LineStore::open(const std::string& path, bool create) {
  Descriptor file(::open(path.c_str(), O_RDWR | O_APPEND | O_CLOEXEC | (create ? O_CREAT : 0), 0666));
  if (!file) {
    cannot(create ? "write" : "open", path, errno);
  }
  lock(file, path);
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) {
    cannot("read", path, errno);
  }
  LineStore store(path, std::move(file));
  store.size_ = static_cast<std::uint64_t>(status.st_size);
  return store;
}

LineStore LineStore::anonymous() {
  std::error_code error;
  fs::path folder = fs::temp_directory_path(error);
  std::string name = ((error ? fs::path("/tmp") : folder) / "hrfcheck-XXXXXX").string();
  Descriptor file(::mkostemp(name.data(), O_APPEND | O_CLOEXEC));
  if (!file) {
    cannot("write", "a temporary file", errno);
  }
  ::unlink(name.c_str());
  return {"a temporary file", std::move(file)};
}

LineStore LineStore::beside(const std::string& path) {
  const std::string name = fmt::format("{}.{}.tmp", path, ::getpid());
  Descriptor file(::open(name.c_str(), O_RDWR | O_APPEND | O_CLOEXEC | O_CREAT | O_TRUNC, 0666));
  if (!file) {
    cannot("write", path, errno);
  }
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0) {
    static_cast<void>(::fchmod(file.get(), status.st_mode & 07777));
  }
  lock(file, path);
  LineStore store(path, std::move(file));
  store.temporary_ = name;
  return store;
}

std::uint64_t LineStore::append(const std::string& line) {
  if (failure_ != 0) {
    cannot("write", name_, failure_);
  }
  std::size_t written = 0;
  while (written < line.size()) {
    const ssize_t count = writeOnce(file_.get(), line.data() + written, line.size() - written);
    // After a part was written, the rest says why it was not all.
    if (count <= 0) {
      failure_ = count == 0 ? EIO : errno;
      if (written > 0) {
        static_cast<void>(::ftruncate(file_.get(), static_cast<off_t>(size_)) == 0);
      }
      cannot("write", name_, failure_);
    }
    written += static_cast<std::size_t>(count);
  }
  const std::uint64_t offset = size_;
  size_ += line.size();
  return offset;
}

std::string LineStore::read(std::uint64_t offset, std::size_t length) const {
  std::string text(length, '\0');
  std::size_t done = 0;
  while (done < length) {
    const ssize_t count =
        ::pread(file_.get(), text.data() + done, length - done, static_cast<off_t>(offset + done));
    if (count < 0 && errno == EINTR) {
      continue;
    }
    if (count < 0) {
      cannot("read", name_, errno);
    }
    if (count == 0) {
      throw UserError(fmt::format("cannot read {}: the file was truncated by another process", name_));
    }
    done += static_cast<std::size_t>(count);
  }
  return text;
}

void LineStore::truncate(std::uint64_t length) {
  if (::ftruncate(file_.get(), static_cast<off_t>(length)) != 0) {
    cannot("write", name_, errno);
  }
  size_ = length;
}

void LineStore::replace(const std::string& path) {
  INVARIANT(!temporary_.empty(), "only a store beside a file takes its place");
  if (::rename(temporary_.c_str(), path.c_str()) != 0) {
    cannot("write", path, errno);
  }
  temporary_.clear();
}

void LineStore::discard() {
  if (!temporary_.empty()) {
    ::unlink(temporary_.c_str());
    temporary_.clear();
  }
}

void writeStream(int descriptor, const std::string& text, const std::string& name) {
  std::size_t written = 0;
  while (written < text.size()) {
    const ssize_t count = writeOnce(descriptor, text.data() + written, text.size() - written);
    if (count < 0 && errno == EAGAIN) {
      pollfd wait{descriptor, POLLOUT, 0};
      static_cast<void>(::poll(&wait, 1, -1));
      continue;
    }
    if (count <= 0) {
      cannot("write", name, count == 0 ? EIO : errno);
    }
    written += static_cast<std::size_t>(count);
  }
}

}  // namespace hrfcheck::inline jobs
