#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>

#include "jobs/worker_pool.h"

namespace hrfcheck::inline jobs {

/// Where requests come from and replies go to; all calls come from the caller's thread.
struct RequestCalls {
  std::function<std::optional<std::string>()> next;  ///< nothing: there is no more to do
  std::function<void(const std::string& request, const std::string& reply)> reply;
  /// The worker died over it, and why.
  std::function<void(const std::string& request, const std::string& reason)> lost;
  std::function<void()> tick;  ///< now and then
};

/// runJobs (jobs/worker_pool.h) where a job is a request that has one reply. A request may be asked for again
/// by `next` after `reply` or `lost`, and only then.
void runRequests(const PoolLimits& limits, const RequestCalls& calls, const std::atomic<bool>& cancelled,
                 const std::function<std::string(const std::string&)>& work);

}  // namespace hrfcheck::inline jobs
