#pragma once

#include <sys/types.h>

#include <functional>

#include "batch/task.h"
#include "batch/worker/answer_calls.h"

namespace hrfcheck::inline batch {

/// What a worker does with a task.
using WorkFunction = std::function<void(const WorkerTask&, const AnswerCalls&)>;

/// The life of a worker process, just forked from `parent`: takes tasks from the socket, does the work, says
/// what comes of it, until the socket's other end is closed or the parent is gone. SIGINT and SIGTERM are
/// left to the parent.
/// @pre SIGINT and SIGTERM are blocked
[[noreturn]] void serveTasks(int socket, pid_t parent, const WorkFunction& work) noexcept;

}  // namespace hrfcheck::inline batch
