#include <doctest/doctest.h>
#include <fmt/format.h>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <fstream>

#include "batch/pool_run.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

void waitForever() {
  while (true) {
    pause();
  }
}

/// Every second test never ends.
const WorkFunction kEndless = eachModel([](const WorkerTask& task, const std::string&) {
  if (task.test.index % 2 == 1) {
    waitForever();
  }
});

/// The next children to die at once.
struct Doom {
  static inline int forks = 0;
};

void countDoomed() {
  Doom::forks -= Doom::forks > 0 ? 1 : 0;
}

void dieIfDoomed() {
  if (Doom::forks > 0) {
    _exit(5);
  }
}

void dieWhenDoomed() {
  static const int once = pthread_atfork(nullptr, countDoomed, dieIfDoomed);
  REQUIRE(once == 0);
}

/// Lets this process open no more than so many files, for a while.
class FewDescriptors {
 public:
  explicit FewDescriptors(int more) {
    const int firstFree = dup(0);
    close(firstFree);
    getrlimit(RLIMIT_NOFILE, &before_);
    rlimit few = before_;
    few.rlim_cur = static_cast<rlim_t>(firstFree + more);
    setrlimit(RLIMIT_NOFILE, &few);
  }
  ~FewDescriptors() { setrlimit(RLIMIT_NOFILE, &before_); }
  FewDescriptors(const FewDescriptors&) = delete;
  FewDescriptors& operator=(const FewDescriptors&) = delete;

 private:
  rlimit before_{};
};

/// Of a process that is a zombie, or none.
bool isGone(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  std::string line;
  if (!std::getline(file, line)) {
    return true;
  }
  const char state = line[line.rfind(')') + 2];
  return state == 'Z' || state == 'X';
}

}  // namespace

TEST_CASE("a run that is cancelled kills its workers and comes back") {
  PoolRun run(20, {"a"});
  run.onRow = [&](const ResultRow&) { run.cancelled = true; };
  run.run(4, kEndless);
  CHECK(run.rows.size() >= 1);
  CHECK(std::ranges::all_of(run.rows, [](const ResultRow& r) { return r.status == RowStatus::Answered; }));
  CHECK(noChildLeft());
}

TEST_CASE("a run can be cancelled while nothing comes from its workers") {
  PoolRun run(4, {"a"});
  std::size_t ticks = 0;
  run.onTick = [&] { run.cancelled = ++ticks > 3; };
  run.run(4, eachModel([](const WorkerTask&, const std::string&) { waitForever(); }));
  CHECK(run.rows.empty());
  CHECK(run.finished.empty());
  CHECK(noChildLeft());
}

TEST_CASE("a call that throws leaves no worker behind") {
  PoolRun run(20, {"a"});
  run.onRow = [](const ResultRow&) { throw std::runtime_error("full disk"); };
  CHECK_THROWS_WITH(run.run(4, kEndless), "full disk");
  CHECK(noChildLeft());
}

TEST_CASE("workers die with their parent") {
  const TestFolder folder;
  const std::string list = folder.path("workers");
  const pid_t parent = fork();
  REQUIRE(parent >= 0);
  if (parent == 0) {
    PoolRun run(3, {"a"});
    run.run(3, eachModel([&](const WorkerTask&, const std::string&) {
              std::ofstream(list, std::ios::app) << std::to_string(getpid()) + "\n" << std::flush;
              waitForever();
            }));
    _exit(0);
  }
  std::vector<pid_t> workers;
  const bool all = eventually([&] {
    workers.clear();
    std::ifstream file(list);
    for (pid_t pid = 0; file >> pid;) {
      workers.push_back(pid);
    }
    return workers.size() == 3;
  });
  kill(parent, SIGKILL);
  CHECK(waitpid(parent, nullptr, 0) == parent);
  REQUIRE(all);
  for (const pid_t worker : workers) {
    CHECK(eventually([&] { return isGone(worker); }));
  }
}

TEST_CASE("no process, no run") {
  PoolRun run(3, {"a"});
  // The undefined-behaviour sanitizer opens a pipe to look at an object's type for the first time: it looks
  // at those of a message while it can.
  CHECK(UserError(fmt::format("no {}", "process")).diagnostics().size() == 1);
  const auto limited = [&] {
    const FewDescriptors none(0);
    run.run(2, kNothingHappens);
  };
  CHECK_THROWS_WITH_AS(limited(), "error: cannot start a worker process: Too many open files\n", UserError);
  CHECK(noChildLeft());
}

TEST_CASE("fewer processes than wanted do all the same") {
  PoolRun run(30, {"a"});
  {
    const FewDescriptors few(3);
    run.run(20, kNothingHappens);
  }
  CHECK(run.rows.size() == 30);
}

TEST_CASE("workers that die before they take a task, one after the other, are a mistake of the whole") {
  dieWhenDoomed();
  PoolRun run(3, {"a"});
  Doom::forks = 2;
  CHECK_THROWS_WITH_AS(run.run(1, kNothingHappens),
                       "error: worker processes end before doing any work: worker ended with status 5\n",
                       UserError);
  Doom::forks = 0;
  CHECK(run.rows.empty());
  CHECK(noChildLeft());
}

TEST_CASE("one worker now and then that dies before it takes a task does no harm") {
  dieWhenDoomed();
  PoolRun run(6, {"a"});
  Doom::forks = 1;
  run.onRow = [](const ResultRow&) { Doom::forks = 1; };
  run.run(1, [](const WorkerTask& task, const AnswerCalls& calls) {
    kNothingHappens(task, calls);
    _exit(0);
  });
  Doom::forks = 0;
  CHECK(run.rows.size() == 6);
  CHECK(run.finished.size() == 6);
  CHECK(noChildLeft());
}

TEST_CASE("how a worker ended is known even to a program whose parent ignored its children") {
  const auto before = std::signal(SIGCHLD, SIG_IGN);
  PoolRun run(2, {"a"});
  run.run(1, eachModel([](const WorkerTask&, const std::string&) { _exit(4); }));
  std::signal(SIGCHLD, before);
  CHECK(run.linesOf(1) == std::vector<std::string>{"a: crashed worker ended with status 4"});
}
