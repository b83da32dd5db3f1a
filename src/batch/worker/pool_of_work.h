#pragma once

#include "batch/worker/worker_loop.h"
#include "batch/worker/worker_pool.h"

namespace hrfcheck::inline batch {

/// runPool of worker_pool.h with workers that do any work. It must begin models and give rows as answerTask
/// does, or end as suddenly as it likes.
void runPool(const WorkerOptions& options, unsigned workers, const PoolCalls& calls,
             const std::atomic<bool>& cancelled, const WorkFunction& work);

}  // namespace hrfcheck::inline batch
