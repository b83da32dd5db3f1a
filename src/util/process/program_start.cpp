#include "util/process/program_start.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>

namespace hrfcheck::inline util {
namespace {

/// No signal reaches this thread while it lives.
class NoSignals {
 public:
  NoSignals() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~NoSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  NoSignals(const NoSignals&) = delete;
  NoSignals& operator=(const NoSignals&) = delete;

 private:
  sigset_t before_{};
};

/// Pointers to words, with a null at the end.
std::vector<char*> pointersTo(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) {
    pointers.push_back(word.data());
  }
  pointers.push_back(nullptr);
  return pointers;
}

std::vector<std::string> environmentWith(const std::vector<std::string>& more) {
  std::vector<std::string> all = more;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view name =
        std::string_view(*variable).substr(0, std::string_view(*variable).find('='));
    const bool replaced = std::ranges::any_of(
        more, [&](const std::string& one) { return one.starts_with(std::string(name) + "="); });
    if (!replaced) {
      all.emplace_back(*variable);
    }
  }
  return all;
}

}  // namespace

UserError cannotRun(const std::string& program, int why, const std::string& hint) {
  return UserError("cannot run " + program + ": " + std::strerror(why), hint);
}

Pipe makePipe(const std::string& program) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw cannotRun(program, errno);
  }
  Pipe pipe{Descriptor(ends[0]), Descriptor(ends[1])};
  for (Descriptor* end : {&pipe.read, &pipe.write}) {
    if (end->get() <= STDERR_FILENO) {  // ours are closed; those of the new process are made of these
      *end = Descriptor(::fcntl(end->get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
    }
    if (!end->open()) {
      throw cannotRun(program, errno);
    }
  }
  return pipe;
}

ProgramStart::ProgramStart(const std::vector<std::string>& command, const ProgramLimits& limits,
                           const std::array<int, 3>& streams)
    : limits_(limits),
      streams_(streams),
      words_(command),
      arguments_(pointersTo(words_)),
      variables_(environmentWith(limits.environment)),
      environment_(pointersTo(variables_)),
      parent_(::getpid()) {
  sigemptyset(&noSignals_);
  if (limits.largestMemory != 0) {
    limit(RLIMIT_AS, limits.largestMemory);
  }
  if (limits.processorSeconds != 0) {
    limit(RLIMIT_CPU, limits.processorSeconds);
    limit(RLIMIT_CORE, 0);
  }
  if (limits.largestFile != 0) {
    limit(RLIMIT_FSIZE, limits.largestFile);
  }
}

pid_t ProgramStart::run(Pipe report, int& failure) {
  const NoSignals undisturbed;
  report_ = report.write.get();
  const pid_t process = ::fork();
  if (process == 0) {
    become();
  }
  failure = process < 0 ? errno : 0;
  report.write.close();
  ssize_t told = 0;
  while ((told = ::read(report.read.get(), &failure, sizeof(failure))) < 0 && errno == EINTR) {
  }
  if (process > 0 && told > 0) {
    while (::waitpid(process, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  return failure != 0 ? -1 : process;
}

void ProgramStart::limit(__rlimit_resource which, std::size_t most) {
  rlimit now{};
  ::getrlimit(which, &now);
  const rlim_t value = std::min<rlim_t>(most, now.rlim_max);
  rlimits_.push_back({which, {value, value}});
}

void ProgramStart::become() {
  if (prepare()) {
    ::execvpe(arguments_[0], arguments_.data(), environment_.data());
  }
  const int failure = errno;
  [[maybe_unused]] const ssize_t told = ::write(report_, &failure, sizeof(failure));
  ::_exit(1);
}

bool ProgramStart::prepare() {
  if (limits_.group && ::setpgid(0, 0) != 0) {
    return false;
  }
  if (limits_.group && (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || ::getppid() != parent_)) {
    return false;
  }
  for (int to = 0; to < static_cast<int>(streams_.size()); ++to) {
    if (::dup2(streams_[static_cast<std::size_t>(to)], to) < 0) {
      return false;
    }
  }
  if (!limits_.folder.empty() && ::chdir(limits_.folder.c_str()) != 0) {
    return false;
  }
  for (const Limit& one : rlimits_) {
    if (::setrlimit(one.which, &one.value) != 0) {
      return false;
    }
  }
  return ::signal(SIGPIPE, SIG_DFL) != SIG_ERR && ::sigprocmask(SIG_SETMASK, &noSignals_, nullptr) == 0;
}

}  // namespace hrfcheck::inline util
