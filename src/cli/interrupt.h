#pragma once

#include <atomic>
#include <chrono>
#include <optional>

namespace hrfcheck::inline cli {

// Ctrl-C and SIGTERM. They are blocked, and a thread asks for them: a handler would not do, since the solver
// installs one for SIGINT while it works, and would keep the first Ctrl-C to itself.

/// From now on the signals wait until a thread asks; so they do in threads that are started later.
/// @returns whether that worked
bool blockEndingSignals();
/// The signal that has come, or comes until the time is over; 0 for none.
int waitForSignal(std::chrono::milliseconds atMost);
/// Ends the process as the signal does by itself.
[[noreturn]] void endBy(int signal);

/// Tells one wish from two: timeout(1) sends its signal twice, to the process and to its group.
class InterruptCount {
 public:
  /// To be called for every signal: whether it is another wish, after the first.
  bool isAnother();
  std::optional<std::chrono::steady_clock::time_point> first() const { return first_; }

 private:
  std::optional<std::chrono::steady_clock::time_point> first_;
};

/// For a process that forks: no thread waits for the signals (one that holds a lock while the process is
/// forked holds it in the child for ever), the caller asks now and then. The first sets a flag, the second
/// ends the process. At its end the signals work as before.
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
  InterruptCount count_;
};

}  // namespace hrfcheck::inline cli
