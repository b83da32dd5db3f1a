#include "cli/progress_display.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>

namespace hrfcheck {
namespace {

constexpr std::size_t kUsualWidth = 80;
constexpr std::chrono::milliseconds kPause{100};

std::size_t terminalWidth() {
  winsize size{};
  const bool known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  return (known ? size.ws_col : kUsualWidth) - 1;  // the last column would wrap
}

}  // namespace

ProgressDisplay::ProgressDisplay(ProgressMode mode)
    : on_(mode == ProgressMode::On || (mode == ProgressMode::Auto && ::isatty(STDERR_FILENO) != 0)) {}

void ProgressDisplay::show(const BatchProgress& progress) {
  const Clock::time_point now = Clock::now();
  if (!on_ || (last_ && now - *last_ < kPause)) {
    return;
  }
  last_ = now;
  const std::chrono::duration<double> taken = now - start_;
  const std::string line =
      progressLine(progress.testsDone - progress.testsFound, progress.tests - progress.testsFound,
                   taken.count(), *progress.tally, terminalWidth());
  std::fprintf(stderr, "\r\x1b[K%s", line.c_str());
  shown_ = true;
}

void ProgressDisplay::clear() {
  if (shown_) {
    std::fputs("\r\x1b[K", stderr);
    shown_ = false;
  }
}

}  // namespace hrfcheck
