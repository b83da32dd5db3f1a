#include "jobs/worker_pool.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <deque>
#include <optional>
#include <vector>

#include "jobs/worker_process.h"
#include "util/diagnostic.h"

// One thread and one poll() for all workers. A worker has at most one job; a job whose worker ended before it
// took it is given again. A worker that is to be killed is sent SIGKILL and read until its socket ends, since
// what it was too late with may be on its way.
//
// Resident memory is looked at from outside: a limit on the address space (RLIMIT_AS) would count what is
// reserved and never touched, which is a multiple with some allocators and terabytes with sanitizers. What a
// worker keeps of earlier jobs must not count against the next, so a worker that keeps much is replaced.

namespace hrfcheck::inline jobs {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kLook{25};
/// For a worker to take the job that it was given, on the slowest machine.
constexpr double kSecondsToTake = 60;
constexpr unsigned kMostUntaken = 2;

/// waitpid learns how a child ended only where SIGCHLD is not ignored; whoever started us may have ignored
/// it.
class WaitableChildren {
 public:
  WaitableChildren() {
    struct sigaction standard {};
    standard.sa_handler = SIG_DFL;
    sigaction(SIGCHLD, &standard, &before_);
  }
  ~WaitableChildren() { sigaction(SIGCHLD, &before_, nullptr); }
  WaitableChildren(const WaitableChildren&) = delete;
  WaitableChildren& operator=(const WaitableChildren&) = delete;

 private:
  struct sigaction before_ {};
};

/// Of a worker that died without our doing.
/// @param status as waitpid gives it
WorkerEnding endingOf(int status) {
  using enum WorkerEnding::By;
  if (!WIFSIGNALED(status)) {
    return {Itself, fmt::format("worker ended with status {}", WEXITSTATUS(status))};
  }
  const int signal = WTERMSIG(status);
  if (signal == SIGKILL) {  // Nobody kills itself so.
    return {Outside, "killed by signal 9"};
  }
  return {Itself, fmt::format("killed by signal {} ({})", signal, strsignal(signal))};
}

struct Worker {
  std::unique_ptr<WorkerProcess> process;
  std::unique_ptr<Job> job;            ///< null: it is idle
  bool taken = false;                  ///< it has read the request
  Clock::time_point since;             ///< it got the job, or last said something
  std::optional<WorkerEnding> killed;  ///< on its way out, and why
  bool proven = false;                 ///< it has taken a job, once
  bool over = false;                   ///< nothing more will come from it, or is looked at

  double silence() const { return std::chrono::duration<double>(Clock::now() - since).count(); }
  void kill(WorkerEnding why) {
    process->kill();
    killed = std::move(why);
  }
};

class WorkerPool {
 public:
  WorkerPool(const PoolLimits& limits, const std::function<std::unique_ptr<Job>()>& next,
             const std::function<void()>& tick, const std::atomic<bool>& cancelled, const JobWork& work)
      : limits_(limits),
        most_(std::max(limits.workers, 1U)),
        next_(next),
        tick_(tick),
        cancelled_(cancelled),
        work_(work) {}

  void run() {
    while (!cancelled_) {
      giveJobs();
      if (std::ranges::all_of(workers_, [](const Worker& w) { return w.job == nullptr; })) {
        return;
      }
      listen();
      holdToLimits();
      buryTheDead();
      tick_();
    }
  }

 private:
  std::unique_ptr<Job> nextJob() {
    if (again_.empty()) {
      return next_();
    }
    std::unique_ptr<Job> job = std::move(again_.front());
    again_.pop_front();
    return job;
  }

  void giveJobs() {
    while (true) {
      const auto idle = std::ranges::find_if(workers_, [](const Worker& w) { return w.job == nullptr; });
      const bool allBusy = idle == workers_.end();
      if (allBusy && workers_.size() >= most_) {
        return;
      }
      std::unique_ptr<Job> job = nextJob();
      if (!job) {
        return;
      }
      if (allBusy && !startWorker()) {
        again_.push_front(std::move(job));
        return;
      }
      Worker& worker = allBusy ? workers_.back() : *idle;
      worker.process->give(job->request());
      worker.job = std::move(job);
      worker.taken = false;
      worker.since = Clock::now();
    }
  }

  /// False when there cannot be more workers than there are.
  /// @throws UserError when there are none
  bool startWorker() {
    std::vector<int> sockets;
    for (const Worker& worker : workers_) {
      sockets.push_back(worker.process->socket());
    }
    Worker worker;
    worker.process = WorkerProcess::start(work_, sockets);
    if (worker.process) {
      workers_.push_back(std::move(worker));
      return true;
    }
    if (workers_.empty()) {
      throw UserError(fmt::format("cannot start a worker process: {}", std::strerror(errno)));
    }
    most_ = static_cast<unsigned>(workers_.size());
    return false;
  }

  void listen() {
    std::vector<pollfd> polled;
    for (const Worker& worker : workers_) {
      const int events = POLLIN | (worker.process->hasMoreToSend() ? POLLOUT : 0);
      polled.push_back({worker.process->socket(), static_cast<short>(events), 0});
    }
    if (poll(polled.data(), polled.size(), static_cast<int>(kLook.count())) <= 0) {
      return;  // Nothing to hear, or a signal: the caller looks around and comes back.
    }
    for (std::size_t i = 0; i < polled.size(); ++i) {
      if ((polled[i].revents & POLLOUT) != 0) {
        workers_[i].process->sendMore();
      }
      if ((polled[i].revents & (POLLIN | POLLHUP | POLLERR)) != 0) {
        hear(workers_[i]);
      }
    }
  }

  void hear(Worker& worker) {
    try {
      if (!worker.process->receive(
              [&](WorkerWord word, std::string_view text) { heed(worker, word, text); })) {
        worker.over = true;
      }
    } catch (const UnreadableMessage& error) {
      worker.kill({WorkerEnding::By::Unreadable,
                   fmt::format("the worker's answer cannot be read: {}", error.what())});
      worker.over = true;
    }
  }

  void heed(Worker& worker, WorkerWord word, std::string_view text) {
    if (!worker.job) {
      throw UnreadableMessage("it sent an unexpected message");
    }
    worker.since = Clock::now();
    switch (word) {
      case WorkerWord::Taken:
        worker.taken = true;
        worker.proven = true;
        untaken_ = 0;
        return;
      case WorkerWord::Said:
        worker.job->hear(text, worker.killed.has_value());
        return;
      case WorkerWord::Finished:
        finish(worker);
        return;
    }
    throw UnreadableMessage("a message of an unknown kind");
  }

  void finish(Worker& worker) {
    const std::unique_ptr<Job> job = std::move(worker.job);
    if (limits_.memory > 0 && worker.process->memory() > limits_.memory / limits_.keptPart) {
      worker.process->kill();
      worker.over = true;
    }
    job->finished();
  }

  void holdToLimits() {
    const bool look = limits_.memory > 0 && Clock::now() - lastLook_ >= kLook;
    if (look) {
      lastLook_ = Clock::now();
    }
    for (Worker& worker : workers_) {
      if (!worker.job || worker.killed || worker.over) {
        continue;
      }
      const double most = worker.taken ? limits_.silence : kSecondsToTake;
      if (most > 0 && worker.silence() > most) {
        worker.kill({WorkerEnding::By::Limit, "time limit"});
      } else if (look && worker.process->memory() > limits_.memory) {
        worker.kill({WorkerEnding::By::Limit, memoryLimitText(limits_.memory)});
      }
    }
  }

  void buryTheDead() {
    std::vector<Worker> dead;
    for (Worker& worker : workers_) {
      if (worker.over) {
        dead.push_back(std::move(worker));
      }
    }
    std::erase_if(workers_, [](const Worker& worker) { return !worker.process; });
    for (Worker& worker : dead) {
      const WorkerEnding ending = endingOf(worker.process->wait());
      if (worker.job) {
        passOn(worker, worker.killed.value_or(ending));
      }
    }
  }

  /// What becomes of the job of a worker that is no more.
  void passOn(Worker& worker, WorkerEnding ending) {
    ending.silence = worker.silence();
    if (!worker.taken && !worker.proven && ++untaken_ >= kMostUntaken) {
      throw UserError(fmt::format("worker processes end before doing any work: {}", ending.reason));
    }
    if (!worker.taken || worker.job->lost(ending)) {
      again_.push_front(std::move(worker.job));
    }
  }

  const PoolLimits& limits_;
  unsigned most_;
  const std::function<std::unique_ptr<Job>()>& next_;
  const std::function<void()>& tick_;
  const std::atomic<bool>& cancelled_;
  const JobWork& work_;
  WaitableChildren waitable_;
  std::vector<Worker> workers_;
  std::deque<std::unique_ptr<Job>> again_;  ///< of workers that died
  unsigned untaken_ = 0;                    ///< workers in a row that died before they took their job
  Clock::time_point lastLook_;
};

}  // namespace

void runJobs(const PoolLimits& limits, const std::function<std::unique_ptr<Job>()>& next,
             const std::function<void()>& tick, const std::atomic<bool>& cancelled, const JobWork& work) {
  WorkerPool(limits, next, tick, cancelled, work).run();
}

std::string memoryLimitText(std::uint64_t limit) {
  constexpr std::uint64_t kMiB = 1U << 20U;
  return fmt::format("memory limit ({} MiB)", (limit + kMiB - 1) / kMiB);
}

}  // namespace hrfcheck::inline jobs
