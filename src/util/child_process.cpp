// A program may start to print before it has read everything, so its pipes are served at once (poll);
// otherwise each side could wait for the other with a full pipe.

#include "util/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "util/diagnostic.h"

namespace hrfcheck::inline util {
namespace {

/// How often a deadline is looked at while nothing comes.
constexpr unsigned kLookEvery = 50;  // ms
constexpr int kBetweenLooks = 1;     // ms, while a program ends

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

UserError cannotRun(const std::string& program, int why, const std::string& hint = "") {
  return UserError("cannot run " + program + ": " + std::strerror(why), hint);
}

Pipe makePipe(const std::string& program) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw cannotRun(program, errno);
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

 private:
  sigset_t pipe_{}, before_{};
  bool wasPending_ = false;
};

/// What the new process begins with: its pipes, and no signal blocked, whatever this thread blocks.
class SpawnSetup {
 public:
  /// @param group it leads a group of processes of its own
  explicit SpawnSetup(bool group) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawnattr_init(&attributes_);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setflags(
        &attributes_,
        static_cast<short>(group ? POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP : POSIX_SPAWN_SETSIGMASK));
  }
  ~SpawnSetup() {
    posix_spawnattr_destroy(&attributes_);
    posix_spawn_file_actions_destroy(&actions_);
  }
  SpawnSetup(const SpawnSetup&) = delete;
  SpawnSetup& operator=(const SpawnSetup&) = delete;

  void redirect(const Descriptor& from, int to) {
    posix_spawn_file_actions_adddup2(&actions_, from.get(), to);
  }
  int spawn(pid_t& process, char* const* arguments) {
    return posix_spawnp(&process, arguments[0], &actions_, &attributes_, arguments, environ);
  }

 private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

/// A running program; killed when it is given up.
class ChildProcess {
 public:
  ChildProcess(const std::vector<std::string>& command, const ProgramLimits& limits, const std::string& hint)
      : program_(command.front()), limits_(limits) {
    Pipe in = makePipe(program_);
    Pipe out = makePipe(program_);
    Pipe errors = makePipe(program_);
    SpawnSetup setup(limits.group);
    setup.redirect(in.read, STDIN_FILENO);
    setup.redirect(out.write, STDOUT_FILENO);
    setup.redirect(errors.write, STDERR_FILENO);
    std::vector<std::string> words = command;
    std::vector<char*> arguments;
    for (std::string& word : words) {
      arguments.push_back(word.data());
    }
    arguments.push_back(nullptr);
    if (const int failure = setup.spawn(process_, arguments.data()); failure != 0) {
      process_ = -1;
      throw cannotRun(program_, failure, hint);
    }
    if (limits.largestMemory != 0) {
      const rlimit limit{limits.largestMemory, limits.largestMemory};
      ::prlimit(process_, RLIMIT_AS, &limit, nullptr);
    }
    in_ = std::move(in.write);
    out_ = std::move(out.read);
    errors_ = std::move(errors.read);
  }
  ~ChildProcess() {
    if (process_ > 0) {
      ::kill(limits_.group ? -process_ : process_, SIGKILL);
      wait();
    }
  }
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  ProgramResult run(std::string_view input) {
    ::fcntl(in_.get(), F_SETFL, O_NONBLOCK);
    ProgramResult result;
    while (out_.open() || errors_.open()) {
      serve(input, result);
      if (result.output.size() + result.errors.size() > limits_.largestOutput) {
        throw UserError(program_ + " prints more than " + std::to_string(limits_.largestOutput) + " bytes");
      }
      limits_.deadline.check();
    }
    const int status = waitUntilDeadline();
    result.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    limits_.deadline.check();  // Ctrl-C ends the program, too
    return result;
  }

 private:
  void serve(std::string_view& input, ProgramResult& result) {
    std::array<pollfd, 3> polled{
        {{in_.get(), POLLOUT, 0}, {out_.get(), POLLIN, 0}, {errors_.get(), POLLIN, 0}}};
    const unsigned wait = std::min(limits_.deadline.millisecondsLeft().value_or(kLookEvery), kLookEvery);
    if (::poll(polled.data(), polled.size(), static_cast<int>(wait)) < 0) {
      if (errno != EINTR) {
        throw UserError("cannot communicate with " + program_ + ": " + std::strerror(errno));
      }
      return;
    }
    if (polled[0].revents != 0) {
      write(input);
    }
    if (polled[1].revents != 0) {
      read(out_, result.output);
    }
    if (polled[2].revents != 0) {
      read(errors_, result.errors);
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

  /// It may go on without its pipes.
  int waitUntilDeadline() {
    int status = 0;
    pid_t ended = 0;
    while ((ended = ::waitpid(process_, &status, WNOHANG)) == 0 || (ended < 0 && errno == EINTR)) {
      limits_.deadline.check();
      ::poll(nullptr, 0, kBetweenLooks);
    }
    process_ = -1;
    return status;
  }

  int wait() {
    int status = 0;
    while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
    process_ = -1;
    return status;
  }

  const std::string& program_;
  const ProgramLimits& limits_;
  pid_t process_ = -1;
  Descriptor in_, out_, errors_;
};

}  // namespace

bool isOnPath(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::string_view folders = path != nullptr ? path : "";
  while (!folders.empty()) {
    const std::size_t end = folders.find(':');
    const std::string folder(folders.substr(0, end));
    if (::access(((folder.empty() ? "." : folder) + "/" + program).c_str(), X_OK) == 0) {
      return true;
    }
    folders = end == std::string_view::npos ? "" : folders.substr(end + 1);
  }
  return false;
}

std::string ProgramResult::why() const {
  if (signal != 0) {
    return "ended by signal " + std::to_string(signal);
  }
  const std::string& said = errors.empty() ? output : errors;
  const std::string line = said.substr(0, said.find('\n'));
  return line.empty() ? "exit status " + std::to_string(status) : line;
}

ProgramResult runProgram(const std::vector<std::string>& command, std::string_view input,
                         const ProgramLimits& limits, const std::string& hint) {
  const NoPipeSignal guard;
  return ChildProcess(command, limits, hint).run(input);
}

std::string shellCommand(const std::vector<std::string>& command) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=+:,@%";
  std::string text;
  for (const std::string& word : command) {
    text += text.empty() ? "" : " ";
    if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) {
      text += word;
      continue;
    }
    text += '\'';
    for (const char c : word) {
      text += c == '\'' ? "'\\''" : std::string(1, c);
    }
    text += '\'';
  }
  return text;
}

}  // namespace hrfcheck::inline util
