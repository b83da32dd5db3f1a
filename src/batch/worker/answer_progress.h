#pragma once

#include <memory>
#include <string>
#include <vector>

#include "batch/worker/worker_pool.h"
#include "program/ir/program.h"
#include "report/rows/result_row.h"

namespace hrfcheck::inline batch {

/// The schedulers of such a row, as its lines name them.
std::vector<std::string> schedulersAsked(const Program& program, const std::vector<std::string>& others);

/// Fills in the answer of a row of kProgressModel: for the schedulers that the test's own lines name and
/// those of `others` (as schedulerText writes them; unknown ones are skipped), or for all six
/// where nothing is expected.
/// @throws UserError
void answerProgress(ResultRow& row, const std::shared_ptr<const Program>& program,
                    const std::vector<std::string>& others, const WorkerOptions& options);

}  // namespace hrfcheck::inline batch
