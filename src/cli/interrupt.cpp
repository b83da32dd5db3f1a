#include "cli/interrupt.h"

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <thread>

#include "util/process/child_process.h"

namespace hrfcheck::inline cli {
namespace {

constexpr std::chrono::milliseconds kOneWish{200};

sigset_t endingSignals() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  return set;
}

}  // namespace

bool blockEndingSignals() {
  const sigset_t set = endingSignals();
  return pthread_sigmask(SIG_BLOCK, &set, nullptr) == 0;
}

int waitForSignal(std::chrono::milliseconds atMost) {
  constexpr long kPerSecond = 1000;
  constexpr long kNanoseconds = 1'000'000;
  const long wait = std::max(0L, static_cast<long>(atMost.count()));
  const timespec time{wait / kPerSecond, wait % kPerSecond * kNanoseconds};
  const sigset_t set = endingSignals();
  return std::max(0, sigtimedwait(&set, nullptr, &time));
}

void endBy(int signal) {
  endRunningPrograms();
  const sigset_t set = endingSignals();
  std::signal(signal, SIG_DFL);
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
  std::raise(signal);
  ::_exit(128 + signal);  // not reached: the signal ends the process
}

bool InterruptCount::isAnother() {
  const auto now = std::chrono::steady_clock::now();
  if (!first_) {
    first_ = now;
  }
  return now - *first_ > kOneWish;
}

PolledInterrupts::PolledInterrupts() {
  blockEndingSignals();
}

PolledInterrupts::~PolledInterrupts() {
  const sigset_t set = endingSignals();
  if (flag_) {
    std::this_thread::sleep_until(*count_.first() + kOneWish);
    while (waitForSignal(std::chrono::milliseconds(0)) > 0) {
    }
  }
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

void PolledInterrupts::poll() {
  for (int signal = waitForSignal(std::chrono::milliseconds(0)); signal > 0;
       signal = waitForSignal(std::chrono::milliseconds(0))) {
    if (count_.isAnother()) {
      endBy(signal);
    }
    flag_ = true;
  }
}

}  // namespace hrfcheck::inline cli
