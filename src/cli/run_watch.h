#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "cli/arguments.h"
#include "cli/output/exit_status.h"
#include "util/activity.h"

namespace hrfcheck::inline cli {

/// What the thread beside a command shows, and the memory limit that it enforces.
struct RunWatchOptions {
  ProgressMode progress = ProgressMode::Auto;
  std::size_t memory = 4096;  ///< MiB; 0 for no limit
};

/// Looks after a command that computes in this process, from a thread of its own: waits for Ctrl-C (and
/// SIGTERM), measures the memory, and reports on standard error what is going on when it takes long.
///
/// The first signal asks the computation to stop, so that the report can be finished as interrupted; the
/// second ends the process. Work that does not stop soon after it was asked is left alone: another thread
/// says then what is known (`onStuck`), and the process ends.
class RunWatch {
 public:
  explicit RunWatch(const RunWatchOptions& options = {});
  ~RunWatch();
  RunWatch(const RunWatch&) = delete;
  RunWatch& operator=(const RunWatch&) = delete;

  /// For deadlines: what is going on is to stop. Lives as long as the watch.
  const std::atomic<bool>& stop() const;
  bool interrupted() const;
  /// "interrupted", "memory limit", or nothing: why the work at hand was to stop, or the one before it.
  std::string whyStopped() const;
  /// The reason that a computation gives for stopping early, which knows of the time limit alone: what it
  /// was.
  std::string reason(const std::string& given) const;
  /// Where engines say what they are at.
  Activity* activity();

  /// Called on the other thread, while some Work is in progress, with the word for why it was to stop
  /// ("interrupted"); the process ends with the status.
  void onStuck(std::function<ExitStatus(const std::string& why)> lastWords);

  /// The time in which this thread computes. Only then is anything drawn, and are last words spoken: what is
  /// printed or changed outside it is the command's alone.
  class Work {
   public:
    /// @param what the line says: "MP under sc"
    Work(RunWatch& watch, std::string what);
    ~Work();
    Work(const Work&) = delete;
    Work& operator=(const Work&) = delete;

   private:
    RunWatch& watch_;
  };

 private:
  struct State;
  std::unique_ptr<State> state_;  ///< the other thread's, too
};

}  // namespace hrfcheck::inline cli
