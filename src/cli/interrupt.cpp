#include "cli/interrupt.h"

#include <chrono>
#include <csignal>
#include <thread>

// The signals are blocked everywhere and waited for by a thread of their own. A handler would not do: the
// solver installs one for SIGINT while it works, and would keep the first Ctrl-C to itself.

namespace hrfcheck {
namespace {

std::atomic<bool> interrupted{false};

sigset_t endingSignals() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  return set;
}

void waitForSignals() {
  const sigset_t set = endingSignals();
  int signal = 0;
  if (sigwait(&set, &signal) != 0) {
    return;
  }
  interrupted.store(true);
  // timeout(1) sends its signal twice, to the process and to its group: that is one wish, not two.
  const timespec atOnce{0, 0};
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  while (sigtimedwait(&set, nullptr, &atOnce) > 0) {
  }
  if (sigwait(&set, &signal) == 0) {
    std::signal(signal, SIG_DFL);
    pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
    std::raise(signal);
  }
}

}  // namespace

const std::atomic<bool>& catchInterrupts() {
  const sigset_t set = endingSignals();
  if (pthread_sigmask(SIG_BLOCK, &set, nullptr) == 0) {
    std::thread(waitForSignals).detach();
  }
  return interrupted;
}

}  // namespace hrfcheck
