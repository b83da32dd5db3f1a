#include "jobs/worker_life.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <string_view>

#include "jobs/frames.h"

// A worker leaves by _exit alone: what its parent had in buffers at the fork, and the destructors of what it
// shares with it, are the parent's. It ends when its parent does, even by SIGKILL: the kernel sends it
// SIGKILL then, and it would read the end of its socket.

namespace hrfcheck::inline jobs {
namespace {

constexpr int kOwnMistake = 70;

/// When memory runs out on the whole machine, a worker costs a row; the parent, the run.
void offerToTheOutOfMemoryKiller() {
  const int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (file >= 0) {
    [[maybe_unused]] const ssize_t written = write(file, "1000", 4);
    close(file);
  }
}

/// The parent is gone: there is nobody to work for.
void sendAll(int socket, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent > 0) {
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    } else if (errno != EINTR) {
      _exit(0);
    }
  }
}

std::string receiveRequest(int socket, FrameReader& reader) {
  std::array<char, 4096> block{};
  while (true) {
    if (auto payload = reader.next()) {
      return std::move(*payload);
    }
    const ssize_t got = recv(socket, block.data(), block.size(), 0);
    if (got > 0) {
      reader.append({block.data(), static_cast<std::size_t>(got)});
    } else if (got == 0 || errno != EINTR) {
      _exit(0);
    }
  }
}

void serveOne(const std::string& request, int socket, const JobWork& work) {
  const auto tell = [&](WorkerWord word, std::string_view text) {
    sendAll(socket, framed(static_cast<char>(word) + std::string(text)));
  };
  tell(WorkerWord::Taken, "");
  work(request, [&](std::string_view text) { tell(WorkerWord::Said, text); });
  tell(WorkerWord::Finished, "");
}

}  // namespace

void serveRequests(int socket, pid_t parent, const JobWork& work) noexcept {
  try {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) {
      _exit(0);
    }
    std::signal(SIGPIPE, SIG_IGN);
    offerToTheOutOfMemoryKiller();
    FrameReader reader;
    while (true) {
      serveOne(receiveRequest(socket, reader), socket, work);
    }
  } catch (...) {
    _exit(kOwnMistake);
  }
}

}  // namespace hrfcheck::inline jobs
