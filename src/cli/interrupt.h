#pragma once

#include <atomic>
#include <chrono>

namespace hrfcheck {

/// From now on the first Ctrl-C (or SIGTERM) only sets the flag, so that the report can be finished as
/// undecided; the second ends the process.
/// @returns the flag, which lives as long as the process
const std::atomic<bool>& catchInterrupts();

/// The same for a process that forks: no thread waits for the signals (one that holds a lock while the
/// process is forked holds it in the child for ever), the caller asks now and then. At its end the signals
/// work as before.
class PolledInterrupts {
 public:
  PolledInterrupts();
  ~PolledInterrupts();
  PolledInterrupts(const PolledInterrupts&) = delete;
  PolledInterrupts& operator=(const PolledInterrupts&) = delete;

  /// Looks for signals that have come since.
  void poll();
  const std::atomic<bool>& flag() const { return flag_; }

 private:
  std::atomic<bool> flag_{false};
  std::chrono::steady_clock::time_point first_;
};

}  // namespace hrfcheck
