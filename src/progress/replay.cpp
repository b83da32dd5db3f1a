// Replays a schedule that somebody gives, and says which schedulers may run so for ever.
//
// The loop is repeated until the state at its head (with who has executed) has been there before. Rounds
// before that first visit belong to the stem: in "(1)", the first step of thread 1 leads to a state in which
// it has executed, and only from there on do things repeat. Of the rounds in between, the criteria of hangs.h
// (strong.cpp for the strong variants) are asked directly; nothing is explored but the schedule itself. A
// schedule without a loop is complete when nobody can go on at its end, and then every scheduler allows it.

#include <fmt/format.h>

#include <map>
#include <set>

#include "progress/fair_sets.h"
#include "progress/interleaving.h"
#include "progress/lasso.h"
#include "progress/schedule_text.h"
#include "util/invariant.h"

namespace hrfcheck {
namespace {

/// A state on the way, numbered by first visit.
struct Stop {
  StateId base = 0;
  AgentMask executed = 0;

  friend auto operator<=>(const Stop&, const Stop&) = default;
};

class Runner {
 public:
  Runner(std::shared_ptr<const Program> program, std::size_t mostSteps)
      : interleaving_(std::move(program)), mostSteps_(mostSteps) {
    here_ = numberOf({Interleaving::kStart, 0});
  }

  std::size_t here() const { return here_; }
  AgentMask enabled(std::size_t stop) const { return interleaving_.enabled(stops_[stop].base); }
  AgentMask executed(std::size_t stop) const { return stops_[stop].executed; }

  void run(const std::vector<ThreadId>& threads, std::vector<ScheduleStep>& steps) {
    for (const ThreadId t : threads) {
      refuse(t);
      const Stop from = stops_[here_];
      ScheduleStep step = interleaving_.step(from.base, t);
      step.from = here_;
      here_ = numberOf({interleaving_.after(from.base, t), from.executed | AgentMask{1} << t});
      step.to = here_;
      steps.push_back(step);
    }
  }

  void requireEnd() const {
    if (enabled(here_) != 0) {
      const auto& name = interleaving_.program().threads[threadsOf(enabled(here_)).front()].name;
      throw UserError(fmt::format("the schedule stops although {} can go on", name),
                      "put what goes on for ever in parentheses: 0,1(1)");
    }
  }

 private:
  /// Throws where a thread cannot run.
  void refuse(ThreadId t) {
    ++taken_;
    const Program& program = interleaving_.program();
    if (t >= program.threads.size()) {
      throw UserError(fmt::format("step {} is of thread {}, and there is none", taken_, t),
                      fmt::format("threads are 0 to {}", program.threads.size() - 1));
    }
    const StateId base = stops_[here_].base;
    if (const std::string mistake = interleaving_.mistakeOf(base, t); !mistake.empty()) {
      throw UserError(fmt::format("step {}: {}", taken_, mistake));
    }
    if ((enabled(here_) >> t & 1U) == 0) {
      const bool finished = (interleaving_.finished(base) >> t & 1U) != 0;
      throw UserError(fmt::format("step {}: {} cannot run, it {}", taken_, program.threads[t].name,
                                  finished ? "has finished" : "waits at a barrier"));
    }
    if (taken_ > mostSteps_) {
      throw UserError(
          fmt::format("the loop does not come back to a state it began in within {} steps", mostSteps_));
    }
  }

  std::size_t numberOf(const Stop& stop) {
    const auto [known, isNew] = numbers_.try_emplace(stop, stops_.size());
    if (isNew) {
      stops_.push_back(stop);
    }
    return known->second;
  }

  Interleaving interleaving_;
  std::size_t mostSteps_;
  std::vector<Stop> stops_;
  std::map<Stop, std::size_t> numbers_;
  std::size_t here_ = 0;
  std::size_t taken_ = 0;
};

void append(std::vector<ScheduleStep>& steps, const std::vector<ScheduleStep>& more) {
  steps.insert(steps.end(), more.begin(), more.end());
}

/// Goes round until a head comes again.
void runLoop(Runner& runner, const std::vector<ThreadId>& loop, Replay& replay) {
  std::map<std::size_t, std::size_t> roundOf;  // by head
  std::vector<std::vector<ScheduleStep>> rounds;
  while (roundOf.try_emplace(runner.here(), rounds.size()).second) {
    runner.run(loop, rounds.emplace_back());
  }
  const std::size_t first = roundOf.at(runner.here());
  for (std::size_t i = 0; i < rounds.size(); ++i) {
    append(i < first ? replay.stem : replay.loop, rounds[i]);
  }
  replay.rounds = static_cast<unsigned>(rounds.size() - first);
}

/// The threads that weak fairness is withheld from: owed in every state of the loop, and never run.
AgentMask neglectedWeakly(const Runner& runner, const FairSets& fair, const std::vector<ScheduleStep>& loop) {
  Owed always = ~Owed();
  AgentMask ran = 0;
  AgentMask enabled = 0;
  for (const ScheduleStep& step : loop) {
    always &= fair.owed(runner.enabled(step.from), runner.executed(step.from));
    enabled |= runner.enabled(step.from);
    ran |= AgentMask{1} << step.thread;
  }
  return fair.threadsFor(always & ~fair.fulfilledBy(ran)) & enabled;
}

/// The threads with a step owed in a state of the loop that the loop does not take there.
AgentMask neglectedStrongly(const Runner& runner, const FairSets& fair,
                            const std::vector<ScheduleStep>& loop) {
  std::map<std::size_t, AgentMask> taken;
  for (const ScheduleStep& step : loop) {
    taken[step.from] |= AgentMask{1} << step.thread;
  }
  AgentMask neglected = 0;
  for (const auto& [stop, threads] : taken) {
    neglected |= fair.threadsIn(fair.owed(runner.enabled(stop), runner.executed(stop))) & ~threads;
  }
  return neglected;
}

}  // namespace

Replay replaySchedule(const std::shared_ptr<const Program>& program, const std::string& schedule,
                      const ProgressOptions& options) {
  const WrittenSchedule written = parseSchedule(schedule);
  Runner runner(program, std::max(options.mostStates, written.stem.size() + written.loop.size()));
  Replay replay;
  runner.run(written.stem, replay.stem);
  if (written.loop.empty()) {
    runner.requireEnd();
  } else {
    runLoop(runner, written.loop, replay);
  }
  for (const SchedulerSpec& spec : options.schedulers) {
    const FairSets fair(spec, *program);
    AgentMask neglected = 0;
    if (!replay.loop.empty()) {
      neglected = spec.strong ? neglectedStrongly(runner, fair, replay.loop)
                              : neglectedWeakly(runner, fair, replay.loop);
    }
    replay.allowed.push_back({spec, neglected == 0, threadsOf(neglected)});
  }
  return replay;
}

}  // namespace hrfcheck
