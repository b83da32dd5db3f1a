// The program under a clock that goes on by looks alone: its --timeout is over after so many of them, however
// fast the machine is. Says what it saw in a file: how many looks there were, how much processor time was
// spent between two of them at most, and what ran when it had ended.

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <mutex>

#include "cli/run.h"
#include "util/process/fake_clock.h"

namespace {

/// Milliseconds of processor time of this process, all threads of it.
double processorTime() {
  timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

struct Seen {
  std::mutex mutex;
  unsigned long looks = 0;
  double last = processorTime();
  double longest = 0;
  unsigned long longestBefore = 0;  ///< the look after the longest time

  void look() {
    const std::lock_guard lock(mutex);
    const double now = processorTime();
    ++looks;
    if (now - last > longest) {
      longest = now - last;
      longestBefore = looks;
    }
    last = now;
  }
};

/// Processes that this one, or a program that it ran, has left behind.
unsigned leftBehind() {
  unsigned count = 0;
  for (;;) {
    const pid_t ended = ::waitpid(-1, nullptr, WNOHANG);
    if (ended < 0) {
      return count;  // there is none any more
    }
    if (ended == 0) {
      return count + 1;  // at least this one
    }
    ++count;
  }
}

}  // namespace

/// hrfcheck-clocked FILE LOOKS ARGUMENTS...
/// @param FILE gets how many looks there were, the longest time between two in milliseconds, which look was
/// at
///   its end, and how many processes were left behind
/// @param LOOKS in a second of the clock
int main(int argc, char** argv) {
  if (argc < 4) {
    std::fprintf(stderr, "usage: hrfcheck-clocked FILE LOOKS ARGUMENTS...\n");
    return 2;
  }
  std::signal(SIGPIPE, SIG_IGN);
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);  // orphans come here
  const char* const file = argv[1];
  const long looksInASecond = std::max(1L, std::atol(argv[2]));
  Seen seen;
  int status = 0;
  {
    using namespace std::chrono;
    const hrfcheck::FakeClock clock(duration_cast<nanoseconds>(seconds(1)) / looksInASecond,
                                    [&] { seen.look(); });
    argv[2] = argv[0];
    status = static_cast<int>(hrfcheck::run(argc - 2, argv + 2));
  }
  seen.look();  // the time to the end counts, too
  if (std::FILE* out = std::fopen(file, "w")) {
    std::fprintf(out, "%lu %.1f %lu %u\n", seen.looks, seen.longest, seen.longestBefore, leftBehind());
    std::fclose(out);
  }
  return status;
}
