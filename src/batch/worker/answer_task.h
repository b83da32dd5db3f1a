#pragma once

#include "batch/worker/answer_calls.h"
#include "batch/worker/worker_pool.h"

namespace hrfcheck::inline batch {

/// answerTask of worker_pool.h that also says what it is about to do: should it end suddenly, others know
/// what is lost.
void answerTask(const WorkerTask& task, const WorkerOptions& options, ModelChoice& models, Engine& engine,
                const AnswerCalls& calls);

}  // namespace hrfcheck::inline batch
