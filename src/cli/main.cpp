#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>

#include "cli/command_line.h"
#include "cli/output.h"
#include "cli/usage_error.h"
#include "util/deadline.h"

namespace {

using namespace hrfcheck;

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

ExitStatus runGuarded(int argc, char** argv) {
  try {
    return parseCommandLine(argc, argv)();
  } catch (const UsageError& error) {
    complain(error.diagnostics());
    return ExitStatus::BadUsage;
  } catch (const UserError& error) {
    complain(error.diagnostics());
    return ExitStatus::BadInput;
  } catch (const OutOfTime&) {
    complain({{Severity::Warning, {}, "undecided (time limit)", ""}});
    return ExitStatus::Undecided;
  } catch (const std::bad_alloc&) {
    complain({{Severity::Error, {}, "out of memory", "a smaller test, or a smaller --unroll"}});
    return ExitStatus::InternalError;
  } catch (const std::exception& error) {
    std::fprintf(
        stderr,
        "hrfcheck: internal error: %s\n"
        "This is a bug in hrfcheck, not an error in your input. Please report it with the command line and the "
        "files.\n",
        error.what());
    return ExitStatus::InternalError;
  }
}

}  // namespace

int main(int argc, char** argv) {
  // Whoever reads our output may leave: that is an error that is told (cli/output.cpp), not a sudden end.
  std::signal(SIGPIPE, SIG_IGN);
  keepStandardStreams();
  allowDeepRecursion();
  return static_cast<int>(runGuarded(argc, argv));
}
