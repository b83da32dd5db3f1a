#pragma once

#include "batch/worker/worker_pool.h"

namespace hrfcheck::inline batch {

/// Answers one task in this process; what a worker does. Says what it is about to do: should it end suddenly,
/// others know what is lost. Mistakes in the test give one row with status Error or Unsupported for each
/// model that was asked for by name, or one without a model.
void answerTask(const WorkerTask& task, const WorkerOptions& options, ModelChoice& models, Engine& engine,
                const AnswerCalls& calls);

}  // namespace hrfcheck::inline batch
