#pragma once

#include <sys/resource.h>
#include <sys/types.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "util/diagnostic.h"
#include "util/process/child_process.h"

namespace hrfcheck::inline util {

/// A file descriptor that is closed in the end.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Descriptor() { close(); }

  int get() const { return fd_; }
  bool open() const { return fd_ >= 0; }
  void close() {
    if (fd_ >= 0) {
      ::close(std::exchange(fd_, -1));
    }
  }

 private:
  int fd_ = -1;
};

struct Pipe {
  Descriptor read, write;
};

/// @param why an error number
UserError cannotRun(const std::string& program, int why, const std::string& hint = "");

/// Both ends are above those of the standard streams, and no other program inherits them.
Pipe makePipe(const std::string& program);

/// What a new process begins with: everything is made ready before there is one, since other threads may hold
/// locks then, so that until it becomes the program it may do nothing but make system calls.
class ProgramStart {
 public:
  /// @param streams its standard input, output and error
  ProgramStart(const std::vector<std::string>& command, const ProgramLimits& limits,
               const std::array<int, 3>& streams);

  /// @param report a pipe that ends when the process has become the program
  /// @return the process; negative where there is none, and why in `failure`
  pid_t run(Pipe report, int& failure);

 private:
  struct Limit {
    __rlimit_resource which;
    rlimit value;
  };

  void limit(__rlimit_resource which, std::size_t most);
  [[noreturn]] void become();
  bool prepare();

  const ProgramLimits& limits_;
  std::array<int, 3> streams_;
  std::vector<std::string> words_;
  std::vector<char*> arguments_;
  std::vector<std::string> variables_;
  std::vector<char*> environment_;
  pid_t parent_;
  std::vector<Limit> rlimits_;
  sigset_t noSignals_{};
  int report_ = -1;
};

}  // namespace hrfcheck::inline util
