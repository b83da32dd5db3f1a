// A program may start to print before it has read everything, so its pipes are served at once (poll);
// otherwise each side could wait for the other with a full pipe.

#include "util/process/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <set>
#include <utility>

#include "util/diagnostic.h"
#include "util/process/program_start.h"

namespace hrfcheck::inline util {
namespace {

/// How often a deadline is looked at while nothing comes.
constexpr unsigned kLookEvery = 50;  // ms
constexpr int kBetweenLooks = 1;     // ms, while a program ends

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

/// The groups (negative), or processes, that are running.
class RunningPrograms {
 public:
  void add(pid_t process) {
    const std::lock_guard lock(mutex_);
    processes_.insert(process);
  }
  void remove(pid_t process) {
    const std::lock_guard lock(mutex_);
    processes_.erase(process);
  }
  void end() {
    const std::lock_guard lock(mutex_);
    for (const pid_t process : processes_) {
      ::kill(process, SIGKILL);
    }
  }

 private:
  std::mutex mutex_;
  std::set<pid_t> processes_;
};

RunningPrograms& runningPrograms() {
  static auto* programs = new RunningPrograms;  // other threads may use it while this process ends
  return *programs;
}

/// A running program; killed when it is given up.
class ChildProcess {
 public:
  ChildProcess(const std::vector<std::string>& command, const ProgramLimits& limits, const std::string& hint)
      : program_(command.front().substr(command.front().rfind('/') + 1)), limits_(limits) {
    Pipe in = makePipe(program_);
    Pipe out = makePipe(program_);
    Pipe errors = makePipe(program_);
    if (limits.sealed) {
      // As small as it can be: then there is room for more exactly when all of it has been read.
      if (::fcntl(in.write.get(), F_SETPIPE_SZ, static_cast<int>(::sysconf(_SC_PAGESIZE))) < 0) {
        throw cannotRun(program_, errno);
      }
    }
    int failure = 0;
    ProgramStart start(command, limits, {in.read.get(), out.write.get(), errors.write.get()});
    process_ = start.run(makePipe(program_), failure);
    if (process_ < 0) {
      throw cannotRun(command.front(), failure, hint);
    }
    runningPrograms().add(target());
    in_ = std::move(in.write);
    out_ = std::move(out.read);
    errors_ = std::move(errors.read);
  }
  ~ChildProcess() {
    if (process_ > 0) {
      ::kill(target(), SIGKILL);
      bury();
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
      if (limits_.sealed && begun_ && !sealed_) {
        seal();
      }
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
      begun_ = true;
      input.remove_prefix(static_cast<std::size_t>(written));
    }
    const bool later = written < 0 && (errno == EAGAIN || errno == EINTR);
    const bool over = input.empty() && (sealed_ || !limits_.sealed);
    if (over || (written < 0 && !later)) {
      in_.close();
    }
  }

  /// It has read what has been written, so it has begun and has all that it opens by itself; and it waits for
  /// the rest before it does anything. From now on there is no descriptor for another file.
  void seal() {
    const rlimit none{0, 0};
    if (::prlimit(process_, RLIMIT_NOFILE, &none, nullptr) != 0 && errno != ESRCH) {
      throw UserError("cannot keep " + program_ + " from opening files: " + std::strerror(errno));
    }
    sealed_ = true;
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
    while (!hasEnded()) {
      limits_.deadline.check();
      ::poll(nullptr, 0, kBetweenLooks);
    }
    return bury();
  }

  bool hasEnded() const {
    siginfo_t info{};
    const int result = ::waitid(P_PID, static_cast<id_t>(process_), &info, WEXITED | WNOHANG | WNOWAIT);
    return result == 0 ? info.si_pid != 0 : errno != EINTR;
  }

  /// What it has started may go on without it; while it is not reaped, no other group can have its number.
  int bury() {
    if (limits_.group) {
      ::kill(target(), SIGKILL);
    }
    runningPrograms().remove(target());
    int status = 0;
    while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
    process_ = -1;
    return status;
  }

  pid_t target() const { return limits_.group ? -process_ : process_; }

  std::string program_;  ///< its name, for messages
  const ProgramLimits& limits_;
  pid_t process_ = -1;
  Descriptor in_, out_, errors_;
  bool begun_ = false;   ///< some of its input is written
  bool sealed_ = false;  ///< it opens no more files
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

ProgramResult runProgram(const std::vector<std::string>& command, std::string_view input,
                         const ProgramLimits& limits, const std::string& hint) {
  const NoPipeSignal guard;
  return ChildProcess(command, limits, hint).run(input);
}

void endRunningPrograms() {
  runningPrograms().end();
}

}  // namespace hrfcheck::inline util
