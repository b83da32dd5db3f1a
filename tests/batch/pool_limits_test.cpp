#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <new>

#include "batch/pool_run.h"
#include "jobs/worker_process.h"

namespace pool_limits_test {

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

constexpr std::uint64_t kMiB = 1U << 20U;

/// Holds memory, and touches it.
struct Hoard {
  std::vector<std::unique_ptr<char[]>> blocks;

  void take(std::uint64_t mebibytes) {
    for (std::uint64_t i = 0; i < mebibytes; ++i) {
      blocks.push_back(std::make_unique<char[]>(kMiB));
      std::memset(blocks.back().get(), 1, kMiB);
    }
  }
};

/// What a worker holds that has taken so much: more than that, with sanitizers.
std::uint64_t residentWith(std::uint64_t mebibytes) {
  const auto process = WorkerProcess::start(
      [&](const std::string&, const std::function<void(std::string_view)>& say) {
        Hoard hoard;
        hoard.take(mebibytes);
        say("");
        pause();
      },
      {});
  REQUIRE(process);
  process->give("");
  bool begun = false;
  REQUIRE(eventually([&] {
    process->receive([&](WorkerWord word, std::string_view) { begun |= word == WorkerWord::Said; });
    return begun;
  }));
  return process->memory();
}

WorkFunction atB(const std::function<void()>& what) {
  return eachModel([what](const WorkerTask& task, const std::string& model) {
    if (task.test.index == 1 && model == "b") {
      what();
    }
  });
}

const std::vector<std::string> kWell{"a: answered", "b: answered", "c: answered"};

}  // namespace

TEST_CASE("a worker that does not come to an end is killed, and its row undecided") {
  PoolRun run(3, {"a", "b", "c"});
  run.options.timeout = 0.1;
  run.run(2, atB([] {
            while (true) {
              pause();
            }
          }));
  CHECK(run.linesOf(0) == kWell);
  CHECK(run.linesOf(1) == std::vector<std::string>{"a: answered", "b: undecided time limit", "c: answered"});
  CHECK(run.linesOf(2) == kWell);
  const auto lost = std::ranges::find(run.rows, "time limit", &ResultRow::reason);
  REQUIRE(lost != run.rows.end());
  CHECK(lost->seconds >= 2.1);
  CHECK(noChildLeft());
}

TEST_CASE("a worker that does not come to an end of reading the test is killed, too") {
  PoolRun run(2, {"a", "b"});
  run.options.timeout = 0.1;
  run.run(1, [](const WorkerTask& task, const AnswerCalls& calls) {
    if (task.test.index == 0) {
      pause();
    }
    kNothingHappens(task, calls);
  });
  CHECK(run.linesOf(0) == std::vector<std::string>{"a: undecided time limit", "b: undecided time limit"});
  CHECK(run.linesOf(1) == std::vector<std::string>{"a: answered", "b: answered"});
}

TEST_CASE("a row that comes when its worker is already killed counts, and its successor is not to blame") {
  PoolRun run(2, {"a", "b"});
  run.options.timeout = 0.1;
  bool held = false;
  // Busy with the first row, this process hears too late what the other worker has said in time.
  run.onRow = [&](const ResultRow&) {
    if (!held) {
      held = true;
      sleep(3);
    }
  };
  run.run(2, eachModel([](const WorkerTask& task, const std::string& model) {
            if (model == "a") {
              usleep(task.test.index == 0 ? 500000 : 1500000);
            } else if (task.test.index == 1 && task.done.empty()) {
              pause();
            }
          }));
  CHECK(run.linesOf(0) == std::vector<std::string>{"a: answered", "b: answered"});
  CHECK(run.linesOf(1) == std::vector<std::string>{"a: answered", "b: answered"});
}

TEST_CASE("without a limit, time does not matter; and the parent is told that it passes") {
  PoolRun run(1, {"a"});
  std::size_t ticks = 0;
  run.onTick = [&] { ++ticks; };
  run.run(1, eachModel([](const WorkerTask&, const std::string&) { usleep(400000); }));
  CHECK(run.linesOf(0) == std::vector<std::string>{"a: answered"});
  CHECK(ticks >= 1);
}

TEST_CASE("a worker that holds more memory than it may is killed, and its row undecided") {
  PoolRun run(3, {"a", "b", "c"});
  run.options.memory = residentWith(0) + 100 * kMiB;
  const std::string limit = std::to_string((run.options.memory + kMiB - 1) / kMiB);
  run.run(2, atB([] {
            Hoard hoard;
            hoard.take(200);
            sleep(60);
          }));
  CHECK(run.linesOf(0) == kWell);
  CHECK(run.linesOf(1) == std::vector<std::string>{
                              "a: answered", "b: undecided memory limit (" + limit + " MiB)", "c: answered"});
  CHECK(run.linesOf(2) == kWell);
  CHECK(noChildLeft());
}

TEST_CASE("memory that a worker kept of earlier tests does not count against the next") {
  static Hoard hoard;  // In the workers, which are copies of this process; never here.
  PoolRun run(8, {"a"});
  const std::uint64_t least = residentWith(0);
  run.options.memory = least + (residentWith(120) - least) * 5 / 3;
  run.run(1, eachModel([](const WorkerTask&, const std::string&) {
            hoard.take(120);
            usleep(60000);
          }));
  CHECK(run.rows.size() == 8);
  CHECK(std::ranges::all_of(run.rows, [](const ResultRow& r) { return r.status == RowStatus::Answered; }));
}

}  // namespace pool_limits_test
