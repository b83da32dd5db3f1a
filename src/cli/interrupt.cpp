#include "cli/interrupt.h"

#include <chrono>
#include <csignal>
#include <thread>

// The signals are blocked everywhere and waited for by a thread of their own. A handler would not do: the
// solver installs one for SIGINT while it works, and would keep the first Ctrl-C to itself.

namespace hrfcheck {
namespace {

/// timeout(1) sends its signal twice, to the process and to its group: that is one wish, not two.
constexpr std::chrono::milliseconds kOneWish{200};
constexpr timespec kAtOnce{0, 0};

std::atomic<bool> interrupted{false};

sigset_t endingSignals() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  return set;
}

void endBy(int signal) {
  const sigset_t set = endingSignals();
  std::signal(signal, SIG_DFL);
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
  std::raise(signal);
}

void waitForSignals() {
  const sigset_t set = endingSignals();
  int signal = 0;
  if (sigwait(&set, &signal) != 0) {
    return;
  }
  interrupted.store(true);
  std::this_thread::sleep_for(kOneWish);
  while (sigtimedwait(&set, nullptr, &kAtOnce) > 0) {
  }
  if (sigwait(&set, &signal) == 0) {
    endBy(signal);
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

PolledInterrupts::PolledInterrupts() {
  const sigset_t set = endingSignals();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
}

PolledInterrupts::~PolledInterrupts() {
  const sigset_t set = endingSignals();
  if (flag_) {
    std::this_thread::sleep_until(first_ + kOneWish);
    while (sigtimedwait(&set, nullptr, &kAtOnce) > 0) {
    }
  }
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

void PolledInterrupts::poll() {
  const sigset_t set = endingSignals();
  for (int signal = sigtimedwait(&set, nullptr, &kAtOnce); signal > 0;
       signal = sigtimedwait(&set, nullptr, &kAtOnce)) {
    const auto now = std::chrono::steady_clock::now();
    if (!flag_) {
      first_ = now;
      flag_ = true;
    } else if (now - first_ > kOneWish) {
      endBy(signal);
    }
  }
}

}  // namespace hrfcheck
