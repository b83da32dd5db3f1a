#include "cli/output/progress_display.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>

namespace hrfcheck::inline cli {
namespace {

constexpr std::size_t kUsualWidth = 80;
constexpr std::chrono::milliseconds kPause{100};

/// The first columns of a text in UTF-8.
std::string cut(const std::string& text, std::size_t columns) {
  std::size_t end = 0;
  for (std::size_t seen = 0; end < text.size(); ++end) {
    const bool begins = (static_cast<unsigned char>(text[end]) & 0xC0U) != 0x80U;
    if (begins && ++seen > columns) {
      break;
    }
  }
  return text.substr(0, end);
}

}  // namespace

StatusLine::StatusLine(ProgressMode mode)
    : on_(mode == ProgressMode::On || (mode == ProgressMode::Auto && ::isatty(STDERR_FILENO) != 0)) {}

std::size_t StatusLine::width() {
  winsize size{};
  const bool known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  return (known ? size.ws_col : kUsualWidth) - 1;  // the last column would wrap
}

bool StatusLine::due() const {
  return on_ && (!last_ || Clock::now() - *last_ >= kPause);
}

void StatusLine::show(const std::string& text) {
  if (due()) {
    last_ = Clock::now();
    std::fprintf(stderr, "\r\x1b[K%s", cut(text, width()).c_str());
    std::fflush(stderr);
    shown_ = true;
  }
}

void StatusLine::clear() {
  if (shown_) {
    std::fputs("\r\x1b[K", stderr);
    shown_ = false;
  }
}

void ProgressDisplay::show(const BatchProgress& progress) {
  if (!line_.due()) {
    return;
  }
  const std::chrono::duration<double> taken = Clock::now() - start_;
  line_.show(progressLine(progress.testsDone - progress.testsFound, progress.tests - progress.testsFound,
                          taken.count(), *progress.tally, StatusLine::width()));
}

}  // namespace hrfcheck::inline cli
