#include "batch/worker/lost_rows.h"

#include <algorithm>

namespace hrfcheck::inline batch {

ResultRow lostRow(const BatchTest& test, const TestPlan& plan, std::size_t column, const RowLoss& loss) {
  ResultRow row;
  row.test = test.index;
  row.path = test.path;
  row.column = column;
  row.columns = plan.models.size();
  row.model = plan.models[column];
  row.sourceHash = plan.sourceHash;
  row.status = loss.status;
  row.reason = loss.reason;
  return row;
}

ResultRow withoutRepair(ResultRow found, const RowLoss& loss) {
  found.repair = RowRepair{};
  found.repair->reason = loss.reason;
  return found;
}

TestPlan planWithoutTest(const BatchTest& test) {
  return {test.models.empty() ? std::vector<std::string>{""} : test.models, ""};
}

std::vector<ResultRow> lostTest(const WorkerTask& task, const TestPlan& plan, const RowLoss& loss) {
  const auto isIn = [](const std::vector<std::string>& models, const std::string& model) {
    return std::ranges::find(models, model) != models.end();
  };
  std::vector<ResultRow> rows;
  for (std::size_t column = 0; column < plan.models.size(); ++column) {
    if (!isIn(task.done, plan.models[column]) && !isIn(plan.kept, plan.models[column])) {
      rows.push_back(lostRow(task.test, plan, column, loss));
    }
  }
  return rows;
}

}  // namespace hrfcheck::inline batch
