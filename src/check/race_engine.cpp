#include "check/race_engine.h"

#include <malloc.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "check/add_findings.h"
#include "util/process/deep_thread.h"

namespace hrfcheck::inline check {
namespace {

/// The solver is not started before: most questions are answered by then.
constexpr std::chrono::milliseconds kHeadStart{20};

/// How often the question's own deadline is looked at, which may be cancelled.
constexpr std::chrono::milliseconds kLook{10};

/// @returns 0 where there is no end
double secondsLeft(const Deadline& deadline) {
  const auto left = deadline.millisecondsLeft();
  return left ? *left / 1000.0 : 0;
}

/// One of the two: what it is asked, and what came of it.
class Runner {
 public:
  Runner(std::unique_ptr<Engine> engine, const AnalysisOptions& options)
      : engine_(std::move(engine)), options_(options) {
    options_.deadline = Deadline::after(secondsLeft(options.deadline), &stop_);
  }

  /// @returns whether that ends the race: with an answer, or an error in the question
  bool run(const PreparedTest& test) {
    try {
      analysis_ = engine_->analyse(test, options_);
    } catch (const OutOfTime&) {
      return false;
    } catch (...) {
      error_ = std::current_exception();
    }
    return error_ || !analysis_->undecided || analysis_->foundUntil;
  }

  void stop() { stop_ = true; }
  std::string name() const { return engine_->name(); }
  /// What it found; nothing where it ran out of time before that.
  /// @throws what it threw
  std::optional<Analysis> take() {
    if (error_) {
      std::rethrow_exception(error_);
    }
    return std::exchange(analysis_, std::nullopt);
  }

 private:
  std::unique_ptr<Engine> engine_;
  AnalysisOptions options_;
  std::atomic<bool> stop_ = false;
  std::optional<Analysis> analysis_;
  std::exception_ptr error_;
};

/// Who answered first; and a wait for the head start.
class FinishLine {
 public:
  void cross(Runner& runner) {
    const std::lock_guard lock(mutex_);
    winner_ = winner_ == nullptr ? &runner : winner_;
    moved_.notify_all();
  }

  /// @returns whether somebody has answered by then
  bool waitFor(std::chrono::milliseconds time) {
    std::unique_lock lock(mutex_);
    return moved_.wait_for(lock, time, [this] { return winner_ != nullptr; });
  }

  Runner* winner() const { return winner_; }

 private:
  std::mutex mutex_;
  std::condition_variable moved_;
  Runner* winner_ = nullptr;
};

class RaceEngine : public Engine {
 public:
  explicit RaceEngine(SolverChoice solver) : solver_(solver) {}

  std::string name() const override { return last_; }

  Analysis analyse(const PreparedTest& test, const AnalysisOptions& options) override {
    if (options.dumpSmt2 != nullptr || options.eachSatisfying) {
      return alone(options.dumpSmt2 != nullptr ? makeSmtEngineWith(solver_) : makeExplicitEngine(), test,
                   options);
    }
    Analysis result = raced(test, options);
    ::malloc_trim(0);
    return result;
  }

 private:
  Analysis alone(const std::unique_ptr<Engine>& engine, const PreparedTest& test,
                 const AnalysisOptions& options) {
    last_ = engine->name();
    return engine->analyse(test, options);
  }

  Analysis raced(const PreparedTest& test, const AnalysisOptions& options) {
    FinishLine line;
    Runner searching(makeExplicitEngine(), options);
    AnalysisOptions silent = options;
    silent.activity = nullptr;
    Runner solving(makeSmtEngineWith(solver_), silent);
    run(options.deadline, searching, solving, line, test);
    return line.winner() != nullptr ? answerOf(*line.winner()) : whatIsKnown(searching, solving, options);
  }

  /// Until both have ended; both are to stop where the question's deadline expires.
  static void run(const Deadline& deadline, Runner& searching, Runner& solving, FinishLine& line,
                  const PreparedTest& test) {
    const std::jthread watch([&](const std::stop_token& ended) {
      while (!ended.stop_requested() && !deadline.expired()) {
        std::this_thread::sleep_for(kLook);
      }
      searching.stop();
      solving.stop();
    });
    const DeepThread solver([&] {
      if (!line.waitFor(kHeadStart) && solving.run(test)) {
        line.cross(solving);
        searching.stop();
      }
    });
    if (searching.run(test)) {
      line.cross(searching);
      solving.stop();
    }
  }

  Analysis answerOf(Runner& winner) {
    last_ = winner.name();
    return *winner.take();
  }

  /// Of two that have given up.
  /// @throws OutOfTime where that is nothing
  Analysis whatIsKnown(Runner& searching, Runner& solving, const AnalysisOptions& options) {
    std::optional<Analysis> result = solving.take();
    std::optional<Analysis> searched = searching.take();
    last_ = result ? solving.name() : searching.name();
    if (!result && !searched) {
      throw OutOfTime{};
    }
    if (!result) {
      std::swap(result, searched);
    } else if (searched) {
      addFindings(*result, std::move(*searched));
    }
    if (options.deadline.expired()) {
      result->undecided = "time limit";
    }
    return std::move(*result);
  }

  SolverChoice solver_;
  std::string last_ = "race";
};

}  // namespace

std::unique_ptr<Engine> makeRaceEngine(SolverChoice solver) {
  return std::make_unique<RaceEngine>(solver);
}

}  // namespace hrfcheck::inline check
