#include "batch/worker/worker_ending.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <csignal>
#include <cstring>

namespace hrfcheck {

WorkerEnding endingOf(int waitStatus) {
  if (!WIFSIGNALED(waitStatus)) {
    return {RowStatus::Crashed, fmt::format("worker ended with status {}", WEXITSTATUS(waitStatus))};
  }
  const int signal = WTERMSIG(waitStatus);
  if (signal == SIGKILL) {
    // Nobody kills itself so: a user did, or the kernel, out of memory. It says nothing of the test.
    return {RowStatus::Undecided, "killed by signal 9"};
  }
  return {RowStatus::Crashed, fmt::format("killed by signal {} ({})", signal, strsignal(signal))};
}

ResultRow lostRow(const BatchTest& test, const TestPlan& plan, std::size_t column,
                  const WorkerEnding& ending) {
  ResultRow row;
  row.test = test.index;
  row.path = test.path;
  row.column = column;
  row.columns = plan.models.size();
  row.model = plan.models[column];
  row.sourceHash = plan.sourceHash;
  row.status = ending.status;
  row.reason = ending.reason;
  return row;
}

std::vector<ResultRow> lostTest(const WorkerTask& task, const TestPlan& known, const WorkerEnding& ending) {
  TestPlan plan = known;
  if (plan.models.empty()) {
    plan.models = task.test.models;
  }
  if (plan.models.empty()) {
    // Behind the rows of an earlier run, should there be any.
    plan.models = task.done;
    plan.models.emplace_back();
  }
  std::vector<ResultRow> rows;
  for (std::size_t column = 0; column < plan.models.size(); ++column) {
    if (std::ranges::find(task.done, plan.models[column]) == task.done.end()) {
      rows.push_back(lostRow(task.test, plan, column, ending));
    }
  }
  return rows;
}

}  // namespace hrfcheck
