#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>

#include "cli/run.h"

namespace {

/// Searches and encoders go as deep as a test is long.
void allowDeepRecursion() {
  constexpr rlim_t kStack = rlim_t{100} << 20U;  // as much as the kernel keeps free below the main stack
  rlimit limit{};
  if (::getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur < kStack) {
    limit.rlim_cur = std::min(kStack, limit.rlim_max);
    ::setrlimit(RLIMIT_STACK, &limit);
  }
}

/// Files that are opened later must not take the places of standard streams that are closed: these stay in
/// use, and refuse what is asked of them.
void keepStandardStreams() {
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream) {
    if (::fcntl(stream, F_GETFD) < 0) {
      [[maybe_unused]] const int taken = ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  // The reader of our output may leave: that is an error that is told (cli/output/output.cpp), not a sudden
  // end.
  std::signal(SIGPIPE, SIG_IGN);
  keepStandardStreams();
  allowDeepRecursion();
  return static_cast<int>(hrfcheck::run(argc, argv));
}
