#pragma once

#include <memory>

#include "batch/worker/worker_pool.h"
#include "check/models/model_choice.h"
#include "program/ir/program.h"
#include "report/rows/result_row.h"

namespace hrfcheck::inline batch {

/// The cheapest edits that make a racy test race-free under a model (advise/advice.h), as a row holds them.
/// What cannot be repaired, or not in time, says why.
/// @param program as the model is asked about it
RowRepair answerRepair(const std::shared_ptr<const Program>& program, const ChosenModel& model,
                       const WorkerOptions& options);

}  // namespace hrfcheck::inline batch
