#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "jobs/worker_life.h"

namespace hrfcheck::inline jobs {

/// How a worker ended that was at a job.
struct WorkerEnding {
  enum class By {
    Itself,     ///< it crashed, or left
    Outside,    ///< a user killed it, or the kernel, out of memory: it says nothing of the job
    Limit,      ///< it was killed for its time or memory
    Unreadable  ///< it was killed since nobody understands what it says
  };
  By by = By::Itself;
  std::string reason;  ///< "killed by signal 11 (Segmentation fault)"
  double silence = 0;  ///< seconds since it last said something

  /// Whether the pool brought it about.
  bool ours() const { return by == By::Limit || by == By::Unreadable; }
};

/// Something for a worker to do, as who wants it done looks at it. A pool calls all of these from its thread.
class Job {
 public:
  virtual ~Job() = default;
  /// What a worker is asked; called each time a worker gets the job.
  virtual std::string request() = 0;
  /// @param late the worker had been killed for a limit when this came
  /// @throws UnreadableMessage where no worker says this: the worker is killed
  virtual void hear(std::string_view message, bool late) = 0;
  virtual void finished() = 0;
  /// The worker that was at it has ended.
  /// @returns whether another one is to do it
  virtual bool lost(const WorkerEnding& ending) = 0;
};

/// How many workers there are, and how much each may use.
struct PoolLimits {
  unsigned workers = 1;
  std::uint64_t memory = 0;  ///< bytes; 0 for no limit
  /// Of the memory limit, a worker may keep this part between jobs (1 / keptPart); one that keeps more is
  /// replaced, so that the next job does not pay for it.
  std::uint64_t keptPart = 2;
  double silence = 0;  ///< seconds in which a worker must say something; 0 for no limit
};

/// Does jobs in processes of their own, forked from this one. A worker that dies, is silent for too long or
/// holds more memory than it may, costs the job it was at. Workers die with this process, even when it is
/// killed.
/// @param next the next job; null: there is none now
/// @param tick called now and then, at least ten times a second, whatever happens
/// @param cancelled set by Ctrl-C: the workers are killed, what they are at is dropped, and the call returns
/// @pre the process has one thread: a lock that another one holds would be held in the workers for ever
/// @throws UserError when no process can be started, and what the calls throw
void runJobs(const PoolLimits& limits, const std::function<std::unique_ptr<Job>()>& next,
             const std::function<void()>& tick, const std::atomic<bool>& cancelled, const JobWork& work);

/// How a worker that was ended for its memory ended: "memory limit (64 MiB)".
/// @param limit in bytes
std::string memoryLimitText(std::uint64_t limit);

}  // namespace hrfcheck::inline jobs
