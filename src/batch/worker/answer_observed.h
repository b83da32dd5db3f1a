#pragma once

#include <string>
#include <vector>

#include "batch/worker/worker_pool.h"
#include "check/models/model_choice.h"
#include "program/ir/program.h"
#include "report/rows/result_row.h"

namespace hrfcheck::inline batch {

/// "NVIDIA H200", or words for a device that the results do not name.
std::string deviceOf(const DeviceResults& results);

/// The name in the column of what a device has shown: "on NVIDIA H200".
/// @param taken names of earlier columns; another of the same device gets a number: "on NVIDIA H200 (2)"
std::string columnOf(const DeviceResults& results, const std::vector<std::string>& taken);

/// Fills in a row with what a device has shown of a test: the log holds the final states, and how many
/// instances satisfy the condition; each model has an expectation, which failed where the model forbids a
/// state that was seen.
/// @param asked the models of the test
/// @throws UserError for results of another text of the test
void answerObserved(ResultRow& row, const Program& test, const DeviceResults& results,
                    const std::vector<ChosenModel>& asked, ModelChoice& models, Engine& engine,
                    const WorkerOptions& options);

}  // namespace hrfcheck::inline batch
