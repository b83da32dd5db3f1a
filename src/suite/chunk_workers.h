#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace hrfcheck::inline suite {

/// What workers do: a request in, a reply out.
using ChunkWork = std::function<std::string(const std::string&)>;

/// Where requests come from and replies go to; all calls come from the caller's thread.
struct ChunkCalls {
  std::function<std::optional<std::string>()> next;  ///< nothing: there is no more to do
  std::function<void(const std::string& request, const std::string& reply)> reply;
  /// The worker died over it, and why.
  std::function<void(const std::string& request, const std::string& reason)> lost;
  std::function<void()> tick;  ///< now and then
};

/// How many workers there are, and how much each may use.
struct ChunkLimits {
  unsigned workers = 1;
  std::uint64_t memory = 0;  ///< bytes; 0 for no limit
};

/// Answers requests in processes of their own, forked from this one; they end when it does. A request may be
/// asked for again by `next` after `reply` or `lost`, and only then.
/// A worker that needs more memory than it may is killed, which costs it its request ("memory limit (64
/// MiB)").
/// @param cancelled the workers are killed, what they are at is dropped, and the call returns
/// @pre the process has one thread
/// @throws UserError when no process can be started
void runChunks(const ChunkLimits& limits, const ChunkCalls& calls, const std::atomic<bool>& cancelled,
               const ChunkWork& work);

}  // namespace hrfcheck::inline suite
