#pragma once

#include <string>
#include <vector>

#include "batch/task.h"
#include "batch/worker/answer_calls.h"
#include "report/rows/result_row.h"

namespace hrfcheck::inline batch {

/// Why a row has no answer.
struct RowLoss {
  RowStatus status;
  std::string reason;
};

/// The row of a model that a worker was at.
/// @pre `column` is one of the plan
ResultRow lostRow(const BatchTest& test, const TestPlan& plan, std::size_t column, const RowLoss& loss);
/// A racy row, found by a worker that ended while it looked for a repair.
ResultRow withoutRepair(ResultRow found, const RowLoss& loss);
/// What is asked of a test that no worker could read: the models that its expectations name, or one row
/// without a model. Of an earlier run nothing stays.
TestPlan planWithoutTest(const BatchTest& test);
/// The rows of a task that a worker could not even begin: of each model that is not done.
std::vector<ResultRow> lostTest(const WorkerTask& task, const TestPlan& plan, const RowLoss& loss);

}  // namespace hrfcheck::inline batch
