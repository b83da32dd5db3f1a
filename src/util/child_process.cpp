// A program may begin to print before it has read everything, so its pipes are served at once (poll);
// otherwise each side could wait for the other with a full pipe.

#include "util/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "util/deadline.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline util {
namespace {

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

Pipe makePipe(const ChildProgram& program) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw UserError(fmt::format("cannot run {}: {}", program.name, std::strerror(errno)));
  }
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

/// No SIGPIPE for this thread while it lives: a program that ends early is an error, not our end.
class NoPipeSignal {
 public:
  NoPipeSignal() {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    sigset_t pending;
    sigpending(&pending);
    wasPending_ = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~NoPipeSignal() {
    if (!wasPending_) {
      const timespec now{};
      while (sigtimedwait(&pipe_, nullptr, &now) < 0 && errno == EINTR) {
      }
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  NoPipeSignal(const NoPipeSignal&) = delete;
  NoPipeSignal& operator=(const NoPipeSignal&) = delete;

  const sigset_t& before() const { return before_; }

 private:
  sigset_t pipe_{}, before_{};
  bool wasPending_ = false;
};

/// A running program; killed when it is given up.
class Child {
 public:
  Child(const ChildProgram& program, const sigset_t& signals)
      : program_(program), deadline_(Deadline::after(program.seconds)) {
    Pipe in = makePipe(program);
    Pipe out = makePipe(program);
    Pipe errors = makePipe(program);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in.read.get(), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out.write.get(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, errors.write.get(), STDERR_FILENO);
    const int failure = spawn(actions, signals);
    posix_spawn_file_actions_destroy(&actions);
    if (failure != 0) {
      process_ = -1;
      throw UserError(fmt::format("cannot run {}: {}", program.name, std::strerror(failure)), program.hint);
    }
    if (program.largestMemory != 0) {
      const rlimit limit{program.largestMemory, program.largestMemory};
      ::prlimit(process_, RLIMIT_AS, &limit, nullptr);
    }
    in_ = std::move(in.write);
    out_ = std::move(out.read);
    errors_ = std::move(errors.read);
  }
  ~Child() {
    if (process_ > 0) {
      ::kill(process_, SIGKILL);
      wait();
    }
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  ChildResult run(std::string_view input) {
    ::fcntl(in_.get(), F_SETFL, O_NONBLOCK);
    ChildResult result;
    while (out_.open() || errors_.open()) {
      std::array<pollfd, 3> polled{
          {{in_.get(), POLLOUT, 0}, {out_.get(), POLLIN, 0}, {errors_.get(), POLLIN, 0}}};
      if (::poll(polled.data(), polled.size(), patience()) < 0 && errno != EINTR) {
        throw UserError(fmt::format("cannot communicate with {}: {}", program_.name, std::strerror(errno)));
      }
      if (polled[0].revents != 0) {
        write(input);
      }
      if (polled[1].revents != 0) {
        read(out_, result.output);
      }
      if (polled[2].revents != 0) {
        read(errors_, result.complaints);
      }
      checkLimits(result);
    }
    const int status = wait();
    if (WIFSIGNALED(status)) {
      result.failure = fmt::format("ended by signal {}", WTERMSIG(status));
    } else if (WEXITSTATUS(status) != 0) {
      result.failure = fmt::format("exit status {}", WEXITSTATUS(status));
    }
    return result;
  }

 private:
  int spawn(const posix_spawn_file_actions_t& actions, const sigset_t& signals) {
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &signals);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    std::string name = program_.name;
    std::vector<std::string> words = program_.arguments;
    std::vector<char*> arguments{name.data()};
    for (std::string& word : words) {
      arguments.push_back(word.data());
    }
    arguments.push_back(nullptr);
    const int failure =
        posix_spawnp(&process_, name.c_str(), &actions, &attributes, arguments.data(), environ);
    posix_spawnattr_destroy(&attributes);
    return failure;
  }

  int patience() const {
    const std::optional<unsigned> left = deadline_.millisecondsLeft();
    return left ? static_cast<int>(*left) : -1;
  }

  void checkLimits(const ChildResult& result) const {
    if (result.output.size() > program_.largestOutput || result.complaints.size() > program_.largestOutput) {
      throw UserError(fmt::format("{} prints more than {} bytes", program_.name, program_.largestOutput));
    }
    if (deadline_.expired()) {
      throw UserError(fmt::format("{} has not ended after {} seconds", program_.name, program_.seconds));
    }
  }

  void write(std::string_view& input) {
    const ssize_t written = input.empty() ? 0 : ::write(in_.get(), input.data(), input.size());
    if (written > 0) {
      input.remove_prefix(static_cast<std::size_t>(written));
    }
    const bool later = written < 0 && (errno == EAGAIN || errno == EINTR);
    if (input.empty() || (written < 0 && !later)) {
      in_.close();
    }
  }

  static void read(Descriptor& from, std::string& text) {
    std::array<char, 65536> buffer{};
    const ssize_t length = ::read(from.get(), buffer.data(), buffer.size());
    if (length > 0) {
      text.append(buffer.data(), static_cast<std::size_t>(length));
    } else if (length == 0 || errno != EINTR) {
      from.close();
    }
  }

  int wait() {
    int status = 0;
    while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
    process_ = -1;
    return status;
  }

  const ChildProgram& program_;
  Deadline deadline_;
  pid_t process_ = -1;
  Descriptor in_, out_, errors_;
};

}  // namespace

ChildResult runChild(const ChildProgram& program, std::string_view input) {
  const NoPipeSignal guard;
  return Child(program, guard.before()).run(input);
}

bool onPath(std::string_view name) {
  const char* path = std::getenv("PATH");
  std::string_view folders = path != nullptr ? path : "";
  while (!folders.empty()) {
    const std::size_t end = folders.find(':');
    const std::string folder(folders.substr(0, end));
    if (::access(fmt::format("{}/{}", folder.empty() ? "." : folder, name).c_str(), X_OK) == 0) {
      return true;
    }
    folders = end == std::string_view::npos ? "" : folders.substr(end + 1);
  }
  return false;
}

}  // namespace hrfcheck::inline util
