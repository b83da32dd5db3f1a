// Files are opened without waiting and looked at before they are read: opening a pipe that nobody writes to,
// or reading a terminal or /dev/zero, would never end.

#include "util/read_source.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "util/diagnostic.h"

namespace hrfcheck::inline util {
namespace {

constexpr int kLookAtDeadline = 50;  // milliseconds

class Input {
 public:
  Input(std::string name, int descriptor, bool owned, const ReadLimits& limits)
      : name_(std::move(name)), descriptor_(descriptor), owned_(owned), limits_(limits) {}
  ~Input() {
    if (owned_) {
      ::close(descriptor_);
    }
  }
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;

  /// Throws for what is no file, and no pipe where pipes are read.
  void refuseOthers() {
    struct stat what {};
    if (::fstat(descriptor_, &what) != 0) {
      fail(std::strerror(errno));
    }
    pipe_ = S_ISFIFO(what.st_mode);
    if (S_ISDIR(what.st_mode)) {
      fail("it is a directory");
    }
    if (pipe_ && !limits_.pipes) {
      fail("it is a pipe, and only files are read here");
    }
    if (!S_ISREG(what.st_mode) && !pipe_) {
      fail("it is neither a file nor a pipe");
    }
    if (S_ISREG(what.st_mode) && static_cast<std::uintmax_t>(what.st_size) > limits_.largest) {
      failTooLarge();
    }
  }

  std::string readAll() {
    std::string text;
    std::array<char, 65536> block{};
    for (;;) {
      const ssize_t count = readSome(block.data(), block.size());
      if (count == 0) {
        break;
      }
      text.append(block.data(), static_cast<std::size_t>(count));
      if (text.size() > limits_.largest) {
        failTooLarge();
      }
    }
    if (pipe_ && text.empty()) {
      fail("it is a pipe without a writer");
    }
    return text;
  }

 private:
  [[noreturn]] void fail(const std::string& why) const {
    throw UserError("cannot read '" + name_ + "': " + why);
  }

  [[noreturn]] void failTooLarge() const {
    fail("it is larger than " + std::to_string(limits_.largest >> 20U) + " MiB");
  }

  /// Standard input waits in read(), what is opened here does not.
  ssize_t readSome(char* into, std::size_t size) const {
    for (bool wait = !owned_;; wait = true) {
      if (wait) {
        waitForData();
      }
      const ssize_t count = ::read(descriptor_, into, size);
      if (count >= 0) {
        return count;
      }
      if (errno != EINTR && errno != EAGAIN) {
        fail(std::strerror(errno));
      }
    }
  }

  void waitForData() const {
    for (;;) {
      if (limits_.deadline.expired()) {
        fail("the time limit was reached, or it was interrupted, before the whole input was available");
      }
      pollfd wanted{descriptor_, POLLIN, 0};
      if (::poll(&wanted, 1, kLookAtDeadline) != 0) {
        return;  // data, the end, or an error that read() reports
      }
    }
  }

  std::string name_;
  int descriptor_;
  bool owned_;
  bool pipe_ = false;  ///< opened here
  const ReadLimits& limits_;
};

}  // namespace

SourcePtr readSource(const std::string& path, const ReadLimits& limits) {
  if (path == "-") {
    return std::make_shared<Source>("<stdin>", Input("<stdin>", STDIN_FILENO, false, limits).readAll());
  }
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
  if (descriptor < 0) {
    throw UserError("cannot read '" + path + "': " + std::strerror(errno));
  }
  Input input(path, descriptor, true, limits);
  input.refuseOthers();
  return std::make_shared<Source>(path, input.readAll());
}

SourcePtr readSource(const std::string& path) {
  return readSource(path, ReadLimits{});
}

}  // namespace hrfcheck::inline util
