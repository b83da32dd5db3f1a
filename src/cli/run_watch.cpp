#include "cli/run_watch.h"

#include <fmt/format.h>
#include <malloc.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <fstream>
#include <mutex>
#include <optional>
#include <thread>

#include "cli/interrupt.h"
#include "cli/output/output.h"
#include "cli/output/progress_display.h"
#include "util/process/child_process.h"

// One mutex says whose turn it is. The command holds it all the time but while it computes (Work); so whoever
// holds it may print, and may look at what the command has found.

namespace hrfcheck::inline cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kTick{100};
/// Between the wish to stop and last words.
constexpr std::chrono::milliseconds kPatience{200};
/// The same where memory has run out, which is less urgent.
constexpr std::chrono::seconds kMemoryPatience{2};
constexpr std::chrono::seconds kQuiet{1};  ///< nothing is told of what takes no longer

constexpr const char* kMemoryLimit = "memory limit";

/// MiB that the process holds.
std::size_t memoryHeld() {
  std::ifstream file("/proc/self/statm");
  std::size_t size = 0;
  std::size_t resident = 0;
  file >> size >> resident;
  return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)) / (std::size_t{1024} * 1024);
}

}  // namespace

struct RunWatch::State {
  explicit State(const RunWatchOptions& given) : options(given), line(given.progress) { turn.lock(); }

  void watch();
  void join();
  void onSignal(int signal);
  void lookAtMemory();
  void speakLastWords();
  ExitStatus spoken(const std::string& why);
  void draw();
  void endWork();

  RunWatchOptions options;
  std::timed_mutex turn;  ///< see the top of this file
  std::function<ExitStatus(const std::string&)> lastWords;
  std::string what;
  Clock::time_point since;  ///< the work began
  bool working = false;
  std::atomic<bool> over{false};
  StatusLine line;

  Activity activity;
  std::atomic<bool> stop{false};
  std::atomic<bool> interrupted{false};
  std::atomic<bool> outOfMemory{false};
  std::optional<Clock::time_point> patienceEnds;  ///< the other thread's
  InterruptCount signals;                         ///< the other thread's
  std::thread thread;
};

void RunWatch::State::watch() {
  while (!over) {
    const auto next = patienceEnds ? std::min(*patienceEnds, Clock::now() + kTick) : Clock::now() + kTick;
    const auto wait = std::chrono::ceil<std::chrono::milliseconds>(next - Clock::now());
    const int signal = waitForSignal(wait);
    if (over) {
      return;  // the signal was that of join
    }
    if (signal > 0) {
      onSignal(signal);
    }
    lookAtMemory();
    if (patienceEnds && Clock::now() >= *patienceEnds) {
      speakLastWords();
    } else {
      draw();
    }
  }
}

/// The signal ends the other thread's wait. (LeakSanitizer, which looks at all threads when the process ends,
/// crashes where one of them is just ending, too.)
void RunWatch::State::join() {
  if (thread.joinable()) {
    ::pthread_kill(thread.native_handle(), SIGTERM);
    thread.join();
  }
}

void RunWatch::State::onSignal(int signal) {
  if (signals.isAnother()) {
    endBy(signal);
  }
  if (!interrupted) {
    interrupted = true;
    stop = true;
    patienceEnds = Clock::now() + kPatience;
  }
}

void RunWatch::State::lookAtMemory() {
  if (options.memory > 0 && !stop && memoryHeld() > options.memory) {
    outOfMemory = true;
    stop = true;
    patienceEnds = Clock::now() + kMemoryPatience;
  }
  if (!stop) {
    patienceEnds.reset();  // another piece of work has begun since
  }
}

/// The last words may have nowhere to go.
ExitStatus RunWatch::State::spoken(const std::string& why) {
  try {
    return lastWords(why);
  } catch (const UserError& error) {
    complain(error.diagnostics());
    return ExitStatus::BadInput;
  }
}

/// Not while the command has its turn: it is about to say the same.
void RunWatch::State::speakLastWords() {
  if (!turn.try_lock_for(kTick)) {
    patienceEnds = Clock::now() + kTick;
    return;
  }
  if (working && lastWords) {
    line.clear();
    endRunningPrograms();
    const ExitStatus status = spoken(interrupted ? "interrupted" : kMemoryLimit);
    std::fflush(stdout);
    std::fflush(stderr);
    ::_exit(static_cast<int>(status));
  }
  patienceEnds = Clock::now() + kTick;
  turn.unlock();
}

void RunWatch::State::draw() {
  if (!turn.try_lock()) {
    return;
  }
  const std::chrono::duration<double> taken = Clock::now() - since;
  if (working && !over && taken > kQuiet) {
    std::string text = what;
    if (const std::string engine = activity.engine.load(); !engine.empty()) {
      text += " · " + engine;
    }
    if (const std::uint64_t count = activity.count; count > 0) {
      text += fmt::format(" · {} {}", count, activity.unit.load());
    }
    line.show(fmt::format("{} · {:.0f} s", text, taken.count()));
  }
  turn.unlock();
}

RunWatch::RunWatch(const RunWatchOptions& options) : state_(std::make_unique<State>(options)) {
  if (blockEndingSignals()) {
    state_->thread = std::thread([state = state_.get()] { state->watch(); });
  }
}

RunWatch::~RunWatch() {
  state_->over = true;
  state_->turn.unlock();
  state_->join();
}

const std::atomic<bool>& RunWatch::stop() const {
  return state_->stop;
}

bool RunWatch::interrupted() const {
  return state_->interrupted;
}

std::string RunWatch::whyStopped() const {
  return state_->interrupted ? "interrupted" : state_->outOfMemory ? kMemoryLimit : "";
}

std::string RunWatch::reason(const std::string& given) const {
  const bool stopped = given == "time limit" || given == "interrupted";
  return stopped && state_->stop ? whyStopped() : given;
}

Activity* RunWatch::activity() {
  return &state_->activity;
}

void RunWatch::onStuck(std::function<ExitStatus(const std::string&)> lastWords) {
  state_->lastWords = std::move(lastWords);
}

RunWatch::Work::Work(RunWatch& watch, std::string what) : watch_(watch) {
  State& state = *watch.state_;
  if (state.outOfMemory && !state.interrupted) {
    ::malloc_trim(0);  // what was too large for this work may be small enough for the next
    state.outOfMemory = false;
    state.stop = false;
  }
  state.activity.begin("", "");
  state.what = std::move(what);
  state.since = Clock::now();
  state.working = true;
  state.turn.unlock();
}

RunWatch::Work::~Work() {
  State& state = *watch_.state_;
  state.turn.lock();
  state.working = false;
  state.line.clear();
}

}  // namespace hrfcheck::inline cli
