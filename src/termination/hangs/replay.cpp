// Replays a schedule that somebody gives, and says which schedulers may run so for ever.
//
// The loop is repeated until the state at its head (with who has executed) has been there before. Rounds
// before that first visit belong to the stem: in "(1)", the first step of thread 1 leads to a state in which
// it has executed, and only from there on do things repeat. Of the rounds in between, the criteria of hangs.h
// (strong.cpp for the strong variants) are asked directly; nothing is explored but the schedule itself. A
// schedule without a loop is complete when nobody can go on at its end, and then every scheduler allows it.

#include <fmt/format.h>

#include <charconv>
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "program/expr/value.h"
#include "termination/hangs/fair_sets.h"
#include "termination/hangs/lasso.h"
#include "termination/system/interleaving.h"
#include "util/characters.h"
#include "util/diagnostic.h"
#include "util/invariant.h"
#include "util/text.h"

namespace hrfcheck::inline termination {
namespace {

/// One step as written: a thread whose agent runs, and which of the actions that the agent offers it takes.
struct WrittenStep {
  ThreadId thread = 0;
  std::uint32_t choice = 0;

  friend bool operator==(const WrittenStep&, const WrittenStep&) = default;
};

/// A schedule as written: steps, and those in parentheses for ever.
struct WrittenSchedule {
  std::vector<WrittenStep> stem;
  std::vector<WrittenStep> loop;
};

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  WrittenSchedule run() {
    WrittenSchedule schedule;
    schedule.stem = list();
    if (accept('(')) {
      schedule.loop = list();
      if (schedule.loop.empty()) {
        fail("a thread number");
      }
      if (!accept(')')) {
        fail("',' or ')'");
      }
      accept('w');
    }
    skipBlanks();
    if (at_ < text_.size()) {
      fail(schedule.loop.empty() ? "',' or '('" : "the end");
    }
    if (schedule.stem.empty() && schedule.loop.empty()) {
      fail("a thread number or '('");
    }
    return schedule;
  }

 private:
  void skipBlanks() {
    while (at_ < text_.size() && isSpace(text_[at_])) {
      ++at_;
    }
  }

  bool accept(char c) {
    skipBlanks();
    if (at_ < text_.size() && text_[at_] == c) {
      ++at_;
      return true;
    }
    return false;
  }

  bool atDigit() {
    skipBlanks();
    return at_ < text_.size() && isDigit(text_[at_]);
  }

  std::vector<WrittenStep> list() {
    std::vector<WrittenStep> steps;
    if (!atDigit()) {
      return steps;
    }
    steps.push_back(step());
    while (accept(',')) {
      if (!atDigit()) {
        fail("a thread number");
      }
      steps.push_back(step());
    }
    return steps;
  }

  WrittenStep step() {
    WrittenStep step{number(), 0};
    if (accept('.')) {
      if (!atDigit()) {
        fail("the number of an action");
      }
      step.choice = number();
    }
    return step;
  }

  std::uint32_t number() {
    std::uint32_t number = 0;
    const char* begin = text_.data() + at_;
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), number);
    if (error != std::errc{}) {
      fail("a smaller number");
    }
    at_ += static_cast<std::size_t>(end - begin);
    return number;
  }

  [[noreturn]] void fail(std::string_view wanted) const {
    throw UserError(fmt::format("schedule '{}': expected {} at character {}", text_, wanted, at_ + 1),
                    "such as 2,0,2(0,2): thread numbers, with the steps that repeat for ever in parentheses");
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

/// Reads "2,0,2(0,2)w", "(1)", "0,1", and "2.1" for the second action that the agent of thread 2 offers (a
/// thread by itself offers one); a `w` at the end (omega) is read over.
/// @throws UserError for anything else, and for an empty schedule
WrittenSchedule parseSchedule(std::string_view text) {
  return Reader(text).run();
}

/// In the units of a look at the clock.
constexpr std::size_t kWorkOfStep = 16;

/// A state on the way, numbered by first visit.
struct Stop {
  StateId base = 0;
  AgentMask executed = 0;

  friend auto operator<=>(const Stop&, const Stop&) = default;
};

class Runner {
 public:
  Runner(std::shared_ptr<const Program> program, const ProgressOptions& options, std::size_t mostSteps)
      : interleaving_(std::move(program), options.agents, options.rules, options.deadline),
        mostSteps_(mostSteps),
        look_(options.deadline) {
    here_ = numberOf({Interleaving::kStart, 0});
  }

  std::size_t here() const { return here_; }
  AgentMask enabled(std::size_t stop) const { return interleaving_.enabled(stops_[stop].base); }
  AgentMask executed(std::size_t stop) const { return stops_[stop].executed; }

  const Agents& agents() const { return interleaving_.agents(); }
  std::uint32_t choices(std::size_t stop, AgentId a) const {
    return interleaving_.choices(stops_[stop].base, a);
  }

  void run(const std::vector<WrittenStep>& schedule, std::vector<ScheduleStep>& steps) {
    for (const WrittenStep& wanted : schedule) {
      look_.spend(kWorkOfStep);
      refuse(wanted);
      const AgentId a = agents().agentOf(wanted.thread);
      const Stop from = stops_[here_];
      ScheduleStep step = interleaving_.step(from.base, a, wanted.choice);
      step.from = here_;
      here_ = numberOf({interleaving_.after(from.base, a, wanted.choice), from.executed | AgentMask{1} << a});
      step.to = here_;
      steps.push_back(step);
    }
  }

  void requireEnd() const {
    if (enabled(here_) != 0) {
      const auto name = interleaving_.program().threadTitle(namesOf(agents(), enabled(here_)).front());
      throw UserError(fmt::format("the schedule ends although {} is enabled", name),
                      "put the steps that repeat for ever in parentheses: 0,1(1)");
    }
  }

 private:
  /// Throws where a thread cannot run.
  void refuse(const WrittenStep& wanted) {
    ++taken_;
    const Program& program = interleaving_.program();
    if (wanted.thread >= program.threads.size()) {
      throw UserError(fmt::format("step {} names thread {}, which does not exist", taken_, wanted.thread),
                      fmt::format("threads are 0 to {}", program.threads.size() - 1));
    }
    const AgentId a = agents().agentOf(wanted.thread);
    const StateId base = stops_[here_].base;
    if (const std::string mistake = interleaving_.mistakeOf(base, a); !mistake.empty()) {
      throw UserError(fmt::format("step {}: {}", taken_, mistake));
    }
    const std::string name = program.threadTitle(wanted.thread);
    if ((enabled(here_) >> a & 1U) == 0) {
      const bool finished = (interleaving_.finished(base) >> a & 1U) != 0;
      throw UserError(fmt::format("step {}: {} cannot run, it {}", taken_, name,
                                  finished ? "has finished" : "waits at a barrier"));
    }
    if (const std::uint32_t offered = choices(here_, a); wanted.choice >= offered) {
      throw UserError(fmt::format("step {}: {} offers {} here, and there is no {}", taken_, name,
                                  counted(offered, "action"), wanted.choice),
                      "actions are counted from 0");
    }
    if (taken_ > mostSteps_) {
      throw UserError(fmt::format(
          "the loop does not return to a state where one of its repetitions began within {} steps",
          mostSteps_));
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
  PacedLook look_;
  std::vector<Stop> stops_;
  std::map<Stop, std::size_t> numbers_;
  std::size_t here_ = 0;
  std::size_t taken_ = 0;
};

void append(std::vector<ScheduleStep>& steps, const std::vector<ScheduleStep>& more) {
  steps.insert(steps.end(), more.begin(), more.end());
}

/// Goes round until a head comes again.
void runLoop(Runner& runner, const std::vector<WrittenStep>& loop, Replay& replay) {
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

/// The agents that weak fairness is withheld from: owed in every state of the loop, and never run.
AgentMask neglectedWeakly(const Runner& runner, const FairSets& fair, const std::vector<ScheduleStep>& loop) {
  Owed always = ~Owed();
  AgentMask ran = 0;
  AgentMask enabled = 0;
  for (const ScheduleStep& step : loop) {
    always &= fair.owed(runner.enabled(step.from), runner.executed(step.from));
    enabled |= runner.enabled(step.from);
    ran |= AgentMask{1} << step.agent;
  }
  return fair.agentsFor(always & ~fair.fulfilledBy(ran)) & enabled;
}

/// The agents with a step owed in a state of the loop that the loop does not take there.
AgentMask neglectedStrongly(const Runner& runner, const FairSets& fair,
                            const std::vector<ScheduleStep>& loop) {
  std::map<std::size_t, std::set<std::pair<AgentId, std::uint32_t>>> taken;
  for (const ScheduleStep& step : loop) {
    taken[step.from].emplace(step.agent, step.choice);
  }
  AgentMask neglected = 0;
  for (const auto& [stop, steps] : taken) {
    const Owed owed = fair.owed(runner.enabled(stop), runner.executed(stop));
    for (const AgentId a : agentsOf(fair.agentsIn(owed))) {
      for (std::uint32_t choice = 0; choice < runner.choices(stop, a); ++choice) {
        neglected |= steps.contains({a, choice}) ? 0 : AgentMask{1} << a;
      }
    }
  }
  return neglected;
}

}  // namespace

Replay replaySchedule(const std::shared_ptr<const Program>& program, const std::string& schedule,
                      const ProgressOptions& options) {
  const WrittenSchedule written = parseSchedule(schedule);
  Runner runner(program, options, std::max(options.mostStates, written.stem.size() + written.loop.size()));
  Replay replay;
  runner.run(written.stem, replay.stem);
  if (written.loop.empty()) {
    runner.requireEnd();
  } else {
    runLoop(runner, written.loop, replay);
  }
  for (const SchedulerSpec& spec : options.schedulers) {
    const FairSets fair(withinGroups(spec, *program, options.rules), *program, runner.agents());
    AgentMask neglected = 0;
    if (!replay.loop.empty()) {
      neglected = spec.strong ? neglectedStrongly(runner, fair, replay.loop)
                              : neglectedWeakly(runner, fair, replay.loop);
    }
    replay.allowed.push_back({spec, neglected == 0, namesOf(runner.agents(), neglected)});
  }
  return replay;
}

}  // namespace hrfcheck::inline termination
