#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "batch/worker/worker_pool.h"
#include "support/temp_folder.h"

namespace hrfcheck::test {

/// A run of the pool, and all it said.
struct PoolRun {
  std::vector<WorkerTask> tasks;
  WorkerOptions options;
  std::atomic<bool> cancelled{false};
  std::function<void(const ResultRow&)> onRow = [](const ResultRow&) {};
  std::function<void()> onTick = [] {};

  std::vector<ResultRow> rows;  ///< as they came
  std::vector<std::size_t> finished;
  std::vector<Diagnostic> warnings;
  std::map<std::size_t, TestPlan> plans;  ///< the first of each test
  std::size_t given = 0;

  PoolRun() { options.timeout = 0; }

  /// As many tests as asked for, each under these models.
  explicit PoolRun(std::size_t tests, const std::vector<std::string>& models = {}) : PoolRun() {
    for (std::size_t i = 0; i < tests; ++i) {
      tasks.push_back({{i, "test" + std::to_string(i), models}, {}});
    }
  }

  PoolCalls calls() {
    return {[this]() -> std::optional<WorkerTask> {
              return given < tasks.size() ? std::optional(tasks[given++]) : std::nullopt;
            },
            [this](ResultRow row) {
              onRow(row);
              rows.push_back(std::move(row));
            },
            [this](const BatchTest& test) { finished.push_back(test.index); },
            [this] { onTick(); },
            [this](const Diagnostic& diagnostic) { warnings.push_back(diagnostic); },
            [this](const BatchTest& test, const TestPlan& plan) { plans.emplace(test.index, plan); }};
  }

  void run(unsigned workers, const WorkFunction& work) {
    runPool(options, workers, calls(), cancelled, work);
  }

  /// "model: status reason" of each row of a test, as they came.
  std::vector<std::string> linesOf(std::size_t test) const {
    std::vector<std::string> lines;
    for (const ResultRow& row : rows) {
      if (row.test == test) {
        lines.push_back(row.model + ": " + nameOf(row.status) + (row.reason.empty() ? "" : " ") + row.reason);
      }
    }
    return lines;
  }
};

/// The row of a model, as work gives it.
inline ResultRow answeredRow(const WorkerTask& task, std::size_t column) {
  ResultRow row;
  row.test = task.test.index;
  row.column = column;
  row.path = task.test.path;
  row.model = task.test.models[column];
  row.columns = task.test.models.size();
  return row;
}

/// Work that begins each model that is not done, lets `at` happen, and gives its row.
inline WorkFunction eachModel(const std::function<void(const WorkerTask&, const std::string&)>& at) {
  return [at](const WorkerTask& task, const AnswerCalls& calls) {
    calls.plan({task.test.models, "0123456789abcdef"});
    for (std::size_t column = 0; column < task.test.models.size(); ++column) {
      const std::string& model = task.test.models[column];
      if (std::find(task.done.begin(), task.done.end(), model) == task.done.end()) {
        calls.begin(column);
        at(task, model);
        calls.row(answeredRow(task, column));
      }
    }
  };
}

inline const WorkFunction kNothingHappens = eachModel([](const WorkerTask&, const std::string&) {});

/// No child, dead or alive, was left behind.
inline bool noChildLeft() {
  return waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD;
}

/// A folder for a test's files, with its names.
class TestFolder : public TempFolder {
 public:
  std::string path(const std::string& name) const { return *this / name; }
  std::string file(const std::string& name, const std::string& text) const { return write(name, text); }
};

/// Waits until something holds; false when it takes too long.
inline bool eventually(const std::function<bool()>& holds) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (!holds()) {
    if (std::chrono::steady_clock::now() > end) {
      return false;
    }
    usleep(2000);
  }
  return true;
}

}  // namespace hrfcheck::test
