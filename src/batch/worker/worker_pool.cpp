#include "batch/worker/worker_pool.h"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <deque>
#include <memory>
#include <set>

#include "batch/worker/answer_task.h"
#include "batch/worker/pool_of_work.h"
#include "batch/worker/resident_memory.h"
#include "batch/worker/worker_ending.h"
#include "batch/worker/worker_process.h"
#include "util/overloaded.h"

// One thread and one poll() for all workers. A worker has at most one task; the parent keeps a copy of it,
// with the models that have given their row, so that a task can be given again, less what is done, whatever
// becomes of the worker. Before each model the worker says which one it begins: that model is to blame for a
// sudden end. A worker that is to die is sent SIGKILL and heard until its socket ends, since the row that it
// was too late with may be on its way.
//
// Resident memory is looked at from outside: a limit on the address space (RLIMIT_AS) would count what is
// reserved and never touched, which is a multiple with some allocators and terabytes with sanitizers. What a
// worker keeps of earlier tests must not count against the next, so a worker that keeps much is replaced.

namespace hrfcheck::inline batch {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kLook{25};
constexpr milliseconds kTick{50};
/// For a worker to take the task that it was given, on the slowest machine.
constexpr double kSecondsToTake = 60;
constexpr double kLeastGrace = 2;
/// Of the memory limit, a worker may keep this part when a test is finished.
constexpr std::uint64_t kKeptPart = 4;
constexpr unsigned kMostUntaken = 2;
/// Workers that a test may cost before they have read it.
constexpr unsigned kMostUnread = 2;

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

/// A task as the parent keeps it: what is done grows with every row.
struct OpenTask {
  WorkerTask task;
  std::optional<TestPlan> plan = std::nullopt;  ///< once a worker has told
  unsigned unread = 0;                          ///< workers that died before they told
};

struct Worker {
  std::unique_ptr<WorkerProcess> process;
  std::optional<OpenTask> open;        ///< nothing: it is idle
  bool taken = false;                  ///< it has read the task
  std::optional<std::size_t> begun;    ///< and is at this column
  std::optional<ResultRow> found;      ///< of the column, should nothing better come
  std::size_t rows = 0;                ///< that it gave for the task
  Clock::time_point since;             ///< the last of: given, taken, begun, a row
  std::optional<WorkerEnding> killed;  ///< on its way out, and why
  bool tooLate = false;                ///< the row that it was killed for came all the same
  bool proven = false;                 ///< it has taken a task, once
  bool over = false;                   ///< nothing more will come from it
  bool distrusted = false;             ///< what has come is not looked at
};

double secondsSince(Clock::time_point then) {
  return std::chrono::duration<double>(Clock::now() - then).count();
}

class WorkerPool {
 public:
  WorkerPool(const WorkerOptions& options, unsigned workers, const PoolCalls& calls,
             const std::atomic<bool>& cancelled, const WorkFunction& work)
      : options_(options), most_(std::max(workers, 1U)), calls_(calls), cancelled_(cancelled), work_(work) {}

  void run() {
    while (!cancelled_) {
      giveTasks();
      if (std::ranges::none_of(workers_, [](const Worker& w) { return w.open.has_value(); })) {
        return;
      }
      listen();
      holdToLimits();
      buryTheDead();
      tick();
    }
  }

 private:
  std::optional<OpenTask> nextTask() {
    if (!again_.empty()) {
      OpenTask open = std::move(again_.front());
      again_.pop_front();
      return open;
    }
    if (!exhausted_) {
      if (std::optional<WorkerTask> task = calls_.next()) {
        return OpenTask{std::move(*task)};
      }
      exhausted_ = true;
    }
    return std::nullopt;
  }

  void giveTasks() {
    while (true) {
      const auto idle = std::ranges::find_if(workers_, [](const Worker& w) { return !w.open; });
      const bool allBusy = idle == workers_.end();
      if (allBusy && workers_.size() >= most_) {
        return;
      }
      std::optional<OpenTask> open = nextTask();
      if (!open) {
        return;
      }
      if (allBusy && !startWorker()) {
        again_.push_front(std::move(*open));
        return;
      }
      giveTo(allBusy ? workers_.back() : *idle, std::move(*open));
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

  static void giveTo(Worker& worker, OpenTask open) {
    worker.process->give(open.task);
    worker.open = std::move(open);
    worker.taken = false;
    worker.begun.reset();
    worker.found.reset();
    worker.rows = 0;
    worker.since = Clock::now();
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

  /// What came before something unreadable is heard, even if both came at once: whether a worker has taken
  /// its task decides who pays.
  void hear(Worker& worker) {
    std::vector<WorkerMessage> messages;
    std::optional<std::string> unreadable;
    try {
      worker.over = !worker.process->receive([&](WorkerMessage m) { messages.push_back(std::move(m)); });
    } catch (const std::runtime_error& error) {
      unreadable = error.what();
    }
    for (WorkerMessage& message : messages) {
      if (!worker.open) {
        unreadable = "it sent an unexpected message";
        break;
      }
      dispatch(worker, message);
      if (worker.distrusted) {
        return;
      }
    }
    if (unreadable) {
      distrust(worker, *unreadable);
    }
  }

  static void distrust(Worker& worker, const std::string& why) {
    dismiss(worker, {RowStatus::Crashed, "the worker's answer cannot be read: " + why});
  }

  static void dismiss(Worker& worker, WorkerEnding why) {
    kill(worker, std::move(why));
    worker.over = true;
    worker.distrusted = true;
  }

  void dispatch(Worker& worker, WorkerMessage& message) {
    std::visit(Overloaded{[&](TaskTaken) { take(worker); }, [&](TestPlan& plan) { learn(worker, plan); },
                          [&](ModelBegun begun) { begin(worker, begun.column); },
                          [&](RowFound& found) { keep(worker, std::move(found.row)); },
                          [&](ResultRow& row) { answer(worker, std::move(row)); },
                          [&](const Diagnostic& diagnostic) { warn(diagnostic); },
                          [&](TaskFinished) { finish(worker); }},
               message);
  }

  void take(Worker& worker) {
    worker.taken = true;
    worker.proven = true;
    worker.since = Clock::now();
    untaken_ = 0;
  }

  /// A task that is given again has its plan, and rows that fit it.
  void learn(Worker& worker, const TestPlan& plan) {
    OpenTask& open = *worker.open;
    if (!open.plan) {
      settle(open, plan);
    } else if (*open.plan != plan) {
      dismiss(worker, {RowStatus::Error, "the test changed while it was run"});
    }
  }

  void settle(OpenTask& open, const TestPlan& plan) const {
    open.plan = plan;
    if (calls_.plan) {
      calls_.plan(open.task.test, plan);
    }
  }

  static void begin(Worker& worker, std::size_t column) {
    if (!worker.open->plan || column >= worker.open->plan->models.size()) {
      distrust(worker, "there is no such model");
      return;
    }
    worker.begun = column;
    worker.since = Clock::now();
  }

  /// What follows has a time limit of its own.
  static void keep(Worker& worker, ResultRow row) {
    if (!worker.begun) {
      distrust(worker, "a row was found for no model");
      return;
    }
    worker.found = std::move(row);
    worker.since = Clock::now();
  }

  void answer(Worker& worker, ResultRow row) {
    row.test = worker.open->task.test.index;
    worker.open->task.done.push_back(row.model);
    worker.begun.reset();
    worker.found.reset();
    worker.since = Clock::now();
    worker.tooLate = worker.killed.has_value();
    ++worker.rows;
    calls_.row(std::move(row));
  }

  /// A model, and a test that is given again, would warn once more.
  void warn(const Diagnostic& diagnostic) {
    if (warned_.insert(diagnostic.message).second) {
      calls_.warn(diagnostic);
    }
  }

  void finish(Worker& worker) {
    const BatchTest test = std::move(worker.open->task.test);
    worker.open.reset();
    if (options_.memory > 0 && worker.process->residentMemory() > options_.memory / kKeptPart) {
      worker.process->kill();
      worker.over = true;
    }
    calls_.testDone(test);
  }

  static void kill(Worker& worker, WorkerEnding why) {
    worker.process->kill();
    worker.killed = std::move(why);
  }

  void holdToLimits() {
    const bool look = options_.memory > 0 && Clock::now() - lastLook_ >= kLook;
    if (look) {
      lastLook_ = Clock::now();
    }
    for (Worker& worker : workers_) {
      if (!worker.open || worker.killed || worker.over) {
        continue;
      }
      if (isLate(worker)) {
        kill(worker, {RowStatus::Undecided, "time limit"});
      } else if (look && worker.process->residentMemory() > options_.memory) {
        kill(worker, {RowStatus::Undecided, memoryLimitText(options_.memory)});
      }
    }
  }

  bool isLate(const Worker& worker) const {
    if (!worker.taken) {
      return secondsSince(worker.since) > kSecondsToTake;
    }
    const double grace = std::max(kLeastGrace, options_.timeout / 4);
    return options_.timeout > 0 && secondsSince(worker.since) > options_.timeout + grace;
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
      const int status = worker.process->wait();
      if (worker.open) {
        passOn(worker, worker.killed ? *worker.killed : endingOf(status));
      }
    }
  }

  /// What becomes of the task of a worker that is no more.
  void passOn(Worker& worker, const WorkerEnding& ending) {
    WorkerTask& task = worker.open->task;
    if (!worker.taken) {
      if (!worker.proven && ++untaken_ >= kMostUntaken) {
        throw UserError(fmt::format("worker processes end before doing any work: {}", ending.reason));
      }
    } else if (worker.tooLate) {
      // Nothing is lost, and the model that it was at by then is not to blame.
    } else if (worker.begun) {
      ResultRow row = worker.found ? withoutRepair(std::move(*worker.found), ending)
                                   : lostRow(task.test, *worker.open->plan, *worker.begun, ending);
      row.test = task.test.index;
      row.seconds += secondsSince(worker.since);
      task.done.push_back(row.model);
      calls_.row(std::move(row));
    } else if (worker.rows == 0) {
      if (!worker.open->plan && !worker.killed && ++worker.open->unread < kMostUnread) {
        again_.push_front(std::move(*worker.open));  // Perhaps it was not the test's fault.
      } else if (worker.open->plan || worker.killed || ending.status == RowStatus::Crashed ||
                 task.found.models.empty()) {
        giveUp(*worker.open, ending);
      }
      return;
    }
    again_.push_front(std::move(*worker.open));
  }

  void giveUp(OpenTask& open, const WorkerEnding& ending) const {
    if (!open.plan) {
      settle(open, planWithoutTest(open.task.test));
    }
    std::ranges::for_each(lostTest(open.task, *open.plan, ending), calls_.row);
    calls_.testDone(open.task.test);
  }

  void tick() {
    if (Clock::now() - lastTick_ >= kTick) {
      lastTick_ = Clock::now();
      calls_.tick();
    }
  }

  const WorkerOptions& options_;
  unsigned most_;
  const PoolCalls& calls_;
  const std::atomic<bool>& cancelled_;
  const WorkFunction& work_;
  WaitableChildren waitable_;
  std::vector<Worker> workers_;
  std::deque<OpenTask> again_;  ///< of workers that died
  bool exhausted_ = false;
  unsigned untaken_ = 0;  ///< workers in a row that died before they took their task
  std::set<std::string> warned_;
  Clock::time_point lastTick_;
  Clock::time_point lastLook_;
};

}  // namespace

void runPool(const WorkerOptions& options, unsigned workers, const PoolCalls& calls,
             const std::atomic<bool>& cancelled, const WorkFunction& work) {
  WorkerPool(options, workers, calls, cancelled, work).run();
}

void runPool(const WorkerOptions& options, ModelChoice& models, unsigned workers, const PoolCalls& calls,
             const std::atomic<bool>& cancelled) {
  runPool(options, workers, calls, cancelled, [&](const WorkerTask& task, const AnswerCalls& answers) {
    const auto engine = makeEngine(options.engine, options.solver);
    answerTask(task, options, models, *engine, answers);
  });
}

}  // namespace hrfcheck::inline batch
