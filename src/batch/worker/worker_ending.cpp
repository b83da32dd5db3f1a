#include "batch/worker/worker_ending.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <csignal>
#include <cstring>

namespace hrfcheck::inline batch {

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

ResultRow withoutRepair(ResultRow found, const WorkerEnding& ending) {
  found.repair = RowRepair{};
  found.repair->reason = ending.reason;
  return found;
}

TestPlan planWithoutTest(const BatchTest& test) {
  return {test.models.empty() ? std::vector<std::string>{""} : test.models, ""};
}

std::vector<ResultRow> lostTest(const WorkerTask& task, const TestPlan& plan, const WorkerEnding& ending) {
  const auto isIn = [](const std::vector<std::string>& models, const std::string& model) {
    return std::ranges::find(models, model) != models.end();
  };
  std::vector<ResultRow> rows;
  for (std::size_t column = 0; column < plan.models.size(); ++column) {
    if (!isIn(task.done, plan.models[column]) && !isIn(plan.kept, plan.models[column])) {
      rows.push_back(lostRow(task.test, plan, column, ending));
    }
  }
  return rows;
}

}  // namespace hrfcheck::inline batch
