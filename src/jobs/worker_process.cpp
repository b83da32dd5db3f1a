#include "jobs/worker_process.h"

#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>
#include <thread>

#include "util/characters.h"

// A worker is forked without exec: the models that its parent has loaded are there at once, and shared. What
// goes wrong with fork in general does no harm here, since the parent has no threads that hold locks, and the
// child leaves without a word to what it inherited. One socket connects the two: its end is the surest sign
// of a worker's death, and comes behind all that the worker said.

namespace hrfcheck::inline jobs {
namespace {

/// No Ctrl-C between the fork and the child's first steps.
class BlockedSignals {
 public:
  BlockedSignals() {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &set, &before_);
  }
  ~BlockedSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  BlockedSignals(const BlockedSignals&) = delete;
  BlockedSignals& operator=(const BlockedSignals&) = delete;

 private:
  sigset_t before_{};
};

/// Ends the programs that a process runs, with all that they have started: each leads a group (runProgram).
/// They would end with the process that runs them, but not what they have started.
void endProgramsOf(pid_t process) {
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", none)) {
    const std::string name = entry.path().filename();
    if (!std::ranges::all_of(name, isDigit)) {
      continue;
    }
    std::ifstream file(entry.path() / "stat");
    std::string text;
    std::getline(file, text);
    const std::size_t named = text.rfind(')');  // a name may hold anything
    if (named == std::string::npos) {
      continue;
    }
    std::istringstream rest(text.substr(named + 1));
    char state = 0;
    pid_t parent = 0;
    pid_t group = 0;
    if (rest >> state >> parent >> group && parent == process && std::to_string(group) == name) {
      ::kill(-group, SIGKILL);
    }
  }
}

}  // namespace

std::uint64_t residentMemory(pid_t pid) {
  std::ifstream file(fmt::format("/proc/{}/statm", pid));
  std::uint64_t size = 0;
  std::uint64_t resident = 0;
  return file >> size >> resident ? resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) : 0;
}

std::unique_ptr<WorkerProcess> WorkerProcess::start(const JobWork& work, const std::vector<int>& others) {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    return nullptr;
  }
  Descriptor ours(ends[0]);
  const Descriptor childs(ends[1]);
  const pid_t parent = getpid();
  const BlockedSignals blocked;
  const pid_t pid = fork();
  if (pid < 0) {
    return nullptr;
  }
  if (pid == 0) {
    close(ours.get());
    std::ranges::for_each(others, close);
    serveRequests(childs.get(), parent, work);
  }
  return std::unique_ptr<WorkerProcess>(new WorkerProcess(std::move(ours), pid));
}

WorkerProcess::~WorkerProcess() {
  kill();
  while (!reap(0)) {
  }
}

void WorkerProcess::give(const std::string& request) {
  outgoing_ += framed(request);
  sendMore();
}

void WorkerProcess::sendMore() {
  while (!outgoing_.empty()) {
    const ssize_t sent = send(socket(), outgoing_.data(), outgoing_.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent > 0) {
      outgoing_.erase(0, static_cast<std::size_t>(sent));
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      return;
    } else if (errno != EINTR) {
      outgoing_.clear();  // It is dead; `receive` reports that.
    }
  }
}

bool WorkerProcess::receive(const std::function<void(WorkerWord, std::string_view)>& heard) {
  constexpr int kMostBlocks = 16;  // Others want to be heard, too.
  std::array<char, 65536> block;
  bool open = true;
  for (int i = 0; i < kMostBlocks && open; ++i) {
    const ssize_t got = recv(socket(), block.data(), block.size(), MSG_DONTWAIT);
    if (got > 0) {
      reader_.append({block.data(), static_cast<std::size_t>(got)});
    } else if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
      break;
    } else if (got == 0 || errno != EINTR) {
      open = false;
    }
  }
  while (const auto payload = reader_.next()) {
    if (payload->empty()) {
      throw UnreadableMessage("an empty message");
    }
    heard(static_cast<WorkerWord>(payload->front()), std::string_view(*payload).substr(1));
  }
  return open;
}

std::uint64_t WorkerProcess::memory() const {
  return reaped_ ? 0 : residentMemory(pid_);
}

void WorkerProcess::kill() {
  if (!reaped_) {
    ::kill(pid_, SIGSTOP);  // it starts no more
    endProgramsOf(pid_);
    ::kill(pid_, SIGKILL);
  }
}

int WorkerProcess::wait() {
  // Its socket has ended, so that it is as good as gone; else something made it close what it needs.
  constexpr int kPatience = 2000;
  for (int i = 0; i < kPatience && !reap(WNOHANG); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  kill();
  while (!reap(0)) {
  }
  return status_;
}

bool WorkerProcess::reap(int options) {
  if (!reaped_) {
    const pid_t ended = waitpid(pid_, &status_, options);
    reaped_ = ended == pid_ || (ended < 0 && errno != EINTR);
  }
  return reaped_;
}

}  // namespace hrfcheck::inline jobs
