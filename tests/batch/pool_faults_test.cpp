#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <map>
#include <set>

#include "batch/pool_run.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

/// Work that does something in the model "b" of test 1.
WorkFunction atB(const std::function<void()>& what) {
  return eachModel([what](const WorkerTask& task, const std::string& model) {
    if (task.test.index == 1 && model == "b") {
      what();
    }
  });
}

/// Past the handlers of sanitizers.
void die(int signal) {
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

std::set<int> openSockets() {
  std::set<int> found;
  for (int descriptor = 0; descriptor < 256; ++descriptor) {
    struct stat about {};
    if (fstat(descriptor, &about) == 0 && S_ISSOCK(about.st_mode)) {
      found.insert(descriptor);
    }
  }
  return found;
}

const std::vector<std::string> kWell{"a: answered", "b: answered", "c: answered"};

/// Three tests under three models; the row of "b" of test 1 is the only one that is lost.
void checkOneRowLost(PoolRun& run, const std::string& line) {
  CHECK(run.linesOf(0) == kWell);
  CHECK(run.linesOf(1) == std::vector<std::string>{"a: answered", "b: " + line, "c: answered"});
  CHECK(run.linesOf(2) == kWell);
  std::ranges::sort(run.finished);
  CHECK(run.finished == std::vector<std::size_t>{0, 1, 2});
  CHECK(noChildLeft());
}

void checkOneRowLost(const std::function<void()>& fault, const std::string& line) {
  for (const unsigned workers : {1U, 2U, 5U}) {
    CAPTURE(workers);
    PoolRun run(3, {"a", "b", "c"});
    run.run(workers, atB(fault));
    checkOneRowLost(run, line);
  }
}

}  // namespace

TEST_CASE("every row of every test comes exactly once, those of one test in order") {
  for (const unsigned workers : {0U, 1U, 3U, 40U}) {
    PoolRun run(30, {"a", "b", "c"});
    run.run(workers, kNothingHappens);
    REQUIRE(run.rows.size() == 90);
    for (std::size_t test = 0; test < 30; ++test) {
      CHECK(run.linesOf(test) == kWell);
    }
    std::ranges::sort(run.finished);
    CHECK(run.finished.size() == 30);
    CHECK(std::ranges::adjacent_find(run.finished) == run.finished.end());
    CHECK(noChildLeft());
  }
}

TEST_CASE("no tests, no workers") {
  PoolRun run(0);
  run.run(2, kNothingHappens);
  CHECK(run.rows.empty());
  CHECK(noChildLeft());
}

TEST_CASE("a worker that crashes costs the row it was at") {
  checkOneRowLost([] { die(SIGSEGV); }, "crashed killed by signal 11 (Segmentation fault)");
  checkOneRowLost([] { die(SIGABRT); }, "crashed killed by signal 6 (Aborted)");
}

TEST_CASE("a worker that is killed from outside leaves its row undecided") {
  checkOneRowLost([] { std::raise(SIGKILL); }, "undecided killed by signal 9");
}

TEST_CASE("a worker that leaves costs the row it was at, whatever the status") {
  checkOneRowLost([] { _exit(3); }, "crashed worker ended with status 3");
  checkOneRowLost([] { _exit(0); }, "crashed worker ended with status 0");
}

TEST_CASE("a worker that nobody catches in time") {
  checkOneRowLost([] { throw std::runtime_error("lost"); }, "crashed worker ended with status 70");
}

TEST_CASE("SIGINT and SIGTERM are the parent's to answer") {
  PoolRun run(1, {"a", "b", "c"});
  run.run(1, eachModel([](const WorkerTask&, const std::string&) {
            std::raise(SIGINT);
            std::raise(SIGTERM);
          }));
  CHECK(run.linesOf(0) == kWell);
}

TEST_CASE("a worker that writes nonsense is not believed") {
  const std::set<int> ours = openSockets();
  // Several times: the parent may read the nonsense by itself, or together with what came before it.
  for (int time = 0; time < 10; ++time) {
    PoolRun run(3, {"a", "b", "c"});
    run.run(2, atB([&] {
              for (const int socket : openSockets()) {
                if (!ours.contains(socket)) {
                  [[maybe_unused]] const ssize_t n = write(socket, "Segmentation fault", 18);
                }
              }
              pause();
            }));
    const std::vector<std::string> lines = run.linesOf(1);
    REQUIRE(lines.size() == 3);
    CHECK(lines[0] == "a: answered");
    CHECK(lines[1].starts_with("b: crashed the worker's answer cannot be read"));
    CHECK(lines[2] == "c: answered");
    CHECK(run.linesOf(0) == kWell);
    CHECK(run.linesOf(2) == kWell);
    CHECK(noChildLeft());
  }
}

TEST_CASE("a worker knows no socket but its own") {
  const std::size_t ours = openSockets().size();
  PoolRun run(12, {"a"});
  run.run(4, [&](const WorkerTask& task, const AnswerCalls& calls) {
    ResultRow row = answeredRow(task, 0);
    row.reason = std::to_string(openSockets().size());
    calls.row(std::move(row));
    usleep(5000);
  });
  CHECK(std::ranges::count(run.rows, std::to_string(ours + 1), &ResultRow::reason) == 12);
}

TEST_CASE("each model of a test may cost its row") {
  PoolRun run(2, {"a", "b", "c"});
  run.run(1, eachModel([](const WorkerTask& task, const std::string&) {
            if (task.test.index == 0) {
              _exit(9);
            }
          }));
  const std::string ended = ": crashed worker ended with status 9";
  CHECK(run.linesOf(0) == std::vector<std::string>{"a" + ended, "b" + ended, "c" + ended});
  CHECK(run.linesOf(1) == kWell);
}

TEST_CASE("a lost row says which test and which text it is about") {
  PoolRun run(2, {"a", "b"});
  run.run(1, atB([] { _exit(1); }));
  const auto lost =
      std::ranges::find_if(run.rows, [](const ResultRow& r) { return r.status == RowStatus::Crashed; });
  REQUIRE(lost != run.rows.end());
  CHECK(lost->test == 1);
  CHECK(lost->column == 1);
  CHECK(lost->path == "test1");
  CHECK(lost->columns == 2);
  CHECK(lost->sourceHash == "0123456789abcdef");
  CHECK_FALSE(lost->log);
}

TEST_CASE("a worker that dies before it has read the test costs the test") {
  const WorkFunction work = [](const WorkerTask& task, const AnswerCalls& calls) {
    if (task.test.index == 1) {
      die(SIGSEGV);
    }
    kNothingHappens(task, calls);
  };
  const std::string crashed = ": crashed killed by signal 11 (Segmentation fault)";
  PoolRun named(3, {"a", "b"});
  named.run(2, work);
  CHECK(named.linesOf(1) == std::vector<std::string>{"a" + crashed, "b" + crashed});
  CHECK(named.finished.size() == 3);

  PoolRun unnamed(3);
  unnamed.run(2, work);
  CHECK(unnamed.linesOf(1) == std::vector<std::string>{crashed});
  CHECK(unnamed.finished.size() == 3);

  // What an earlier run found of it belongs to a text that could be read.
  PoolRun resumed(2, {"a", "b"});
  resumed.tasks[1].found = {{"a"}, "0123456789abcdef"};
  resumed.run(1, work);
  CHECK(resumed.linesOf(1) == std::vector<std::string>{"a" + crashed, "b" + crashed});
  CHECK(resumed.plans.at(1).kept.empty());
}

TEST_CASE("a worker that is killed before it has read the test may have been unlucky") {
  const TestFolder folder;
  const std::string once = folder.path("once");
  const WorkFunction work = [&](const WorkerTask& task, const AnswerCalls& calls) {
    if (!std::filesystem::exists(once)) {
      std::ofstream(once) << "killed";
      std::raise(SIGKILL);
    }
    kNothingHappens(task, calls);
  };
  PoolRun run(2, {"a", "b", "c"});
  run.run(1, work);
  CHECK(run.linesOf(0) == kWell);
  CHECK(run.linesOf(1) == kWell);
  CHECK(run.plans.size() == 2);
}

TEST_CASE("a test of an earlier run whose reader is killed again and again is not done, and loses nothing") {
  const WorkFunction work = [](const WorkerTask& task, const AnswerCalls& calls) {
    if (task.test.index == 0) {
      std::raise(SIGKILL);
    }
    kNothingHappens(task, calls);
  };
  PoolRun resumed(2, {"a", "b", "c"});
  resumed.tasks[0].found = {{"a"}, "0123456789abcdef"};
  resumed.run(1, work);
  CHECK(resumed.rows.size() == 3);
  CHECK(resumed.finished == std::vector<std::size_t>{1});
  CHECK_FALSE(resumed.plans.contains(0));

  PoolRun fresh(1);
  fresh.run(1, work);
  CHECK(fresh.linesOf(0) == std::vector<std::string>{": undecided killed by signal 9"});
  CHECK(fresh.rows[0].columns == 1);
  CHECK(fresh.finished == std::vector<std::size_t>{0});
}

TEST_CASE("a test that is changed between two workers costs what was not asked yet") {
  PoolRun run(1, {"a", "b"});
  run.run(1, [](const WorkerTask& task, const AnswerCalls& calls) {
    calls.plan({task.test.models, task.done.empty() ? "before" : "after"});
    calls.begin(task.done.size());
    calls.row(answeredRow(task, task.done.size()));
    _exit(1);
  });
  CHECK(run.linesOf(0) ==
        std::vector<std::string>{"a: answered", "b: error the test changed while it was run"});
  CHECK(run.finished.size() == 1);
}

TEST_CASE("a worker that dies between two models costs nothing but what it was never able to say") {
  // After the first row the worker dies at once; the next one is given the rest of the test.
  const WorkFunction diesAfterA = [](const WorkerTask& task, const AnswerCalls& calls) {
    kNothingHappens(task, {calls.plan, calls.begin,
                           [&](const ResultRow& row) {
                             calls.row(row);
                             if (row.model == "a") {
                               _exit(1);
                             }
                           },
                           calls.warn});
  };
  PoolRun run(2, {"a", "b", "c"});
  run.run(1, diesAfterA);
  CHECK(run.linesOf(0) == kWell);
  CHECK(run.linesOf(1) == kWell);

  const WorkFunction neverFinishes = [](const WorkerTask& task, const AnswerCalls& calls) {
    kNothingHappens(task, calls);
    _exit(1);
  };
  PoolRun last(2, {"a", "b", "c"});
  last.run(1, neverFinishes);
  CHECK(last.linesOf(0) == kWell);
  CHECK(last.finished == std::vector<std::size_t>{0, 1});
}

TEST_CASE("once the models are known, a test that cannot be gone on with costs their rows") {
  // The command line decides on the models; the second worker dies before it has read the test.
  const WorkFunction work = [](const WorkerTask& task, const AnswerCalls& calls) {
    if (!task.done.empty()) {
      _exit(2);
    }
    WorkerTask known = task;
    known.test.models = {"a", "b", "c"};
    eachModel([](const WorkerTask&, const std::string& model) {
      if (model == "b") {
        _exit(1);
      }
    })(known, calls);
  };
  PoolRun run(1);
  run.run(1, work);
  CHECK(run.linesOf(0) == std::vector<std::string>{"a: answered", "b: crashed worker ended with status 1",
                                                   "c: crashed worker ended with status 2"});
  CHECK(run.rows[2].column == 2);
  CHECK(run.rows[2].columns == 3);
  CHECK(run.finished == std::vector<std::size_t>{0});
}

TEST_CASE("a worker that speaks of what there is not") {
  PoolRun run(2, {"a", "b", "c"});
  run.run(1, [](const WorkerTask& task, const AnswerCalls& calls) {
    calls.plan({task.test.models, ""});
    if (task.test.index == 0) {
      calls.begin(3);
      pause();
    }
  });
  CHECK(run.linesOf(0).size() == 3);
  CHECK(run.linesOf(0)[0] == "a: crashed the worker's answer cannot be read: there is no such model");
  CHECK(run.finished.size() == 2);
}

TEST_CASE("large rows go through, in both directions") {
  PoolRun run(6, {"a", "b"});
  const std::string longName(300000, 'n');
  for (WorkerTask& task : run.tasks) {
    task.test.models.push_back(longName);
  }
  run.run(2, [](const WorkerTask& task, const AnswerCalls& calls) {
    for (std::size_t column = 0; column < task.test.models.size(); ++column) {
      ResultRow row = answeredRow(task, column);
      row.report = std::string(1U << 18U, 'x');
      calls.row(std::move(row));
    }
  });
  REQUIRE(run.rows.size() == 18);
  CHECK(std::ranges::all_of(run.rows, [](const ResultRow& r) { return r.report.size() == 1U << 18U; }));
  CHECK(std::ranges::count(run.rows, longName, &ResultRow::model) == 6);
}

TEST_CASE("the same warning comes once, whoever gives it") {
  PoolRun run(8, {"a"});
  run.run(3, [](const WorkerTask& task, const AnswerCalls& calls) {
    calls.warn({Severity::Warning, {}, "of a model", ""});
    if (task.test.index % 2 == 0) {
      calls.warn({Severity::Warning, {}, task.test.path, ""});
    }
    kNothingHappens(task, calls);
  });
  CHECK(run.warnings.size() == 5);
}

TEST_CASE("ten thousand tests through two workers") {
  PoolRun run(10000, {"a"});
  run.run(2, kNothingHappens);
  REQUIRE(run.rows.size() == 10000);
  std::map<std::size_t, int> seen;
  for (const ResultRow& row : run.rows) {
    ++seen[row.test];
  }
  CHECK(seen.size() == 10000);
  CHECK(run.finished.size() == 10000);
  CHECK(noChildLeft());
}

TEST_CASE("what a worker had found when it died is its row") {
  PoolRun run(1, {"a", "b"});
  run.run(1, [](const WorkerTask& task, const AnswerCalls& calls) {
    calls.plan({task.test.models, "0123456789abcdef"});
    for (std::size_t column = task.done.size(); column < 2; ++column) {
      calls.begin(column);
      ResultRow row = answeredRow(task, column);
      row.races = RaceStatus::Racy;
      calls.found(row);
      if (column == 0) {
        abort();
      }
      row.repair = RowRepair{3, true, "edits", ""};
      calls.row(row);
    }
  });
  REQUIRE(run.rows.size() == 2);
  CHECK(run.rows[0].status == RowStatus::Answered);
  CHECK(run.rows[0].races == RaceStatus::Racy);
  REQUIRE(run.rows[0].repair);
  CHECK_FALSE(run.rows[0].repair->cost);
  CHECK(run.rows[0].repair->reason == "killed by signal 6 (Aborted)");
  CHECK(run.rows[1].repair == RowRepair{3, true, "edits", ""});
}

TEST_CASE("a row that is found for no model is not believed") {
  PoolRun run(1, {"a"});
  run.run(1, [](const WorkerTask& task, const AnswerCalls& calls) {
    calls.plan({task.test.models, "0123456789abcdef"});
    calls.found(answeredRow(task, 0));
    calls.row(answeredRow(task, 0));
  });
  REQUIRE(run.rows.size() == 1);
  CHECK(run.rows[0].status == RowStatus::Crashed);
}
