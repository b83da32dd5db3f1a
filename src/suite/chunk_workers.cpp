#include "suite/chunk_workers.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <vector>

#include "batch/descriptor.h"
#include "batch/worker/resident_memory.h"
#include "batch/worker/worker_ending.h"
#include "batch/worker/worker_messages.h"
#include "util/diagnostic.h"

// The pool of worker/worker_pool.h answers litmus files under models and looks at every row; here a piece of
// work is a range of numbers that takes a second, its answer is one text, and there is nothing to save of a
// piece that was lost: so this is all that is left of a pool. Workers leave by _exit alone, as there.

namespace hrfcheck::inline suite {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kPatience = 50;  ///< milliseconds
constexpr std::chrono::milliseconds kLook{25};
/// Of the memory limit, a worker may keep this part between requests; one that keeps more is replaced, so
/// that the next request does not pay for it.
constexpr std::uint64_t kKeptPart = 2;
constexpr int kOwnMistake = 70;

std::string framed(const std::string& text) {
  const std::uint64_t length = text.size();
  std::string frame(sizeof length, '\0');
  std::memcpy(frame.data(), &length, sizeof length);
  return frame + text;
}

bool sendAll(int socket, const std::string& text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const ssize_t sent = send(socket, text.data() + at, text.size() - at, MSG_NOSIGNAL);
    if (sent > 0) {
      at += static_cast<std::size_t>(sent);
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

/// Reads once. False at the end.
bool receive(int socket, FrameReader& reader) {
  std::array<char, 65536> block;
  const ssize_t got = recv(socket, block.data(), block.size(), 0);
  if (got > 0) {
    reader.append({block.data(), static_cast<std::size_t>(got)});
  }
  return got > 0 || (got < 0 && errno == EINTR);
}

[[noreturn]] void serve(int socket, pid_t parent, const ChunkWork& work) noexcept {
  try {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    FrameReader reader;
    while (getppid() == parent) {
      if (const auto request = reader.next()) {
        if (!sendAll(socket, framed(work(*request)))) {
          break;
        }
      } else if (!receive(socket, reader)) {
        break;
      }
    }
    _exit(0);
  } catch (...) {
    _exit(kOwnMistake);
  }
}

class Worker {
 public:
  Worker(Descriptor socket, pid_t pid) : socket_(std::move(socket)), pid_(pid) {}
  Worker(Worker&& other) noexcept
      : request(std::move(other.request)),
        socket_(std::move(other.socket_)),
        pid_(std::exchange(other.pid_, -1)),
        reader_(std::move(other.reader_)) {}
  Worker& operator=(Worker&& other) noexcept {
    std::swap(request, other.request);
    std::swap(socket_, other.socket_);
    std::swap(pid_, other.pid_);
    std::swap(reader_, other.reader_);
    return *this;
  }
  ~Worker() {
    if (pid_ > 0) {
      kill(pid_, SIGKILL);
      wait();
    }
  }

  std::optional<std::string> request;  ///< nothing: it is idle

  int socket() const { return socket_.get(); }
  std::uint64_t memory() const { return residentMemory(pid_); }

  void give(std::string text) {
    sendAll(socket(), framed(text));  // Should it be dead, its socket tells.
    request = std::move(text);
  }
  /// The reply, when all of it has come. @returns false when it is no more
  bool hear(std::optional<std::string>& reply) {
    const bool open = receive(socket(), reader_);
    reply = reader_.next();
    return open;
  }
  /// How it ended.
  int wait() {
    int status = 0;
    while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    pid_ = -1;
    return status;
  }

 private:
  Descriptor socket_;
  pid_t pid_;
  FrameReader reader_;
};

class ChunkPool {
 public:
  ChunkPool(const ChunkLimits& limits, const ChunkCalls& calls, const std::atomic<bool>& cancelled,
            const ChunkWork& work)
      : most_(std::max(limits.workers, 1U)),
        memory_(limits.memory),
        calls_(calls),
        cancelled_(cancelled),
        work_(work) {}

  void run() {
    while (!cancelled_) {
      giveWork();
      if (std::ranges::none_of(workers_, [](const Worker& w) { return w.request.has_value(); })) {
        return;
      }
      listen();
      holdToMemory();
      calls_.tick();
    }
  }

 private:
  void giveWork() {
    while (true) {
      auto idle = std::ranges::find_if(workers_, [](const Worker& w) { return !w.request; });
      if (idle == workers_.end() && workers_.size() >= most_) {
        return;
      }
      std::optional<std::string> request = calls_.next();
      if (!request) {
        return;
      }
      if (idle == workers_.end()) {
        start();
        idle = std::prev(workers_.end());
      }
      idle->give(std::move(*request));
    }
  }

  void start() {
    std::array<int, 2> ends{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
      fail();
    }
    Descriptor ours(ends[0]);
    const Descriptor childs(ends[1]);
    const pid_t parent = getpid();
    const pid_t pid = fork();
    if (pid < 0) {
      fail();
    }
    if (pid == 0) {
      close(ours.get());
      for (const Worker& other : workers_) {
        close(other.socket());
      }
      serve(childs.get(), parent, work_);
    }
    workers_.emplace_back(std::move(ours), pid);
  }

  [[noreturn]] static void fail() {
    throw UserError(fmt::format("cannot start a worker process: {}", std::strerror(errno)));
  }

  void listen() {
    std::vector<pollfd> polled;
    for (const Worker& worker : workers_) {
      polled.push_back({worker.socket(), POLLIN, 0});
    }
    if (poll(polled.data(), polled.size(), kPatience) <= 0) {
      return;
    }
    for (std::size_t i = polled.size(); i-- > 0;) {
      if (polled[i].revents != 0 && !hear(workers_[i])) {
        workers_.erase(workers_.begin() + static_cast<std::ptrdiff_t>(i));
      }
    }
  }

  /// Ends workers that use more than they may.
  void holdToMemory() {
    if (memory_ == 0 || Clock::now() - lastLook_ < kLook) {
      return;
    }
    lastLook_ = Clock::now();
    for (std::size_t i = workers_.size(); i-- > 0;) {
      Worker& worker = workers_[i];
      if (worker.request && worker.memory() > memory_) {
        calls_.lost(*std::exchange(worker.request, std::nullopt), memoryLimitText(memory_));
        workers_.erase(workers_.begin() + static_cast<std::ptrdiff_t>(i));
      }
    }
  }

  /// False when the worker is no more.
  bool hear(Worker& worker) {
    std::optional<std::string> reply;
    const bool open = worker.hear(reply);
    if (reply && worker.request) {
      calls_.reply(*std::exchange(worker.request, std::nullopt), *reply);
      if (memory_ > 0 && worker.memory() > memory_ / kKeptPart) {
        return false;
      }
    }
    if (!open && worker.request) {
      calls_.lost(*std::exchange(worker.request, std::nullopt), endingOf(worker.wait()).reason);
    }
    return open;
  }

  unsigned most_;
  std::uint64_t memory_;  ///< bytes
  Clock::time_point lastLook_;
  const ChunkCalls& calls_;
  const std::atomic<bool>& cancelled_;
  const ChunkWork& work_;
  std::vector<Worker> workers_;
};

}  // namespace

void runChunks(const ChunkLimits& limits, const ChunkCalls& calls, const std::atomic<bool>& cancelled,
               const ChunkWork& work) {
  ChunkPool(limits, calls, cancelled, work).run();
}

}  // namespace hrfcheck::inline suite
