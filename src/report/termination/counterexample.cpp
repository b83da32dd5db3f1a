#include "report/termination/counterexample.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "program/ir/platforms.h"
#include "program/ir/scope_levels.h"
#include "util/mapped.h"

namespace hrfcheck::inline report {
namespace {

bool sameSchedule(const std::vector<ScheduleStep>& a, const std::vector<ScheduleStep>& b) {
  const auto whose = [](const ScheduleStep& step) { return std::pair(step.agent, step.choice); };
  return std::ranges::equal(a, b, {}, whose, whose);
}

bool sameSchedule(const Lasso& a, const Lasso& b) {
  return sameSchedule(a.stem, b.stem) && sameSchedule(a.loop, b.loop);
}

/// "P0, P1 and P2".
std::string listed(const Program& program, const std::vector<ThreadId>& threads) {
  std::string text;
  for (std::size_t i = 0; i < threads.size(); ++i) {
    text += i == 0 ? "" : i + 1 == threads.size() ? " and " : ", ";
    text += program.threadTitle(threads[i]);
  }
  return text;
}

const char* ending(const std::vector<ThreadId>& threads, const char* one, const char* several) {
  return threads.size() == 1 ? one : several;
}

std::vector<ThreadId> distinct(std::vector<ThreadId> threads) {
  std::ranges::sort(threads);
  threads.erase(std::ranges::unique(threads).begin(), threads.end());
  return threads;
}

std::vector<ThreadId> threadsOf(const std::vector<ScheduleStep>& steps) {
  std::vector<ThreadId> threads;
  std::ranges::transform(steps, std::back_inserter(threads), &ScheduleStep::thread);
  return distinct(std::move(threads));
}

/// What one thread does in the loop.
std::string roundOf(const Program& program, const std::vector<ScheduleStep>& loop, ThreadId thread) {
  std::vector<std::string> parts;
  for (const ScheduleStep& step : loop) {
    if (step.thread != thread) {
      continue;
    }
    std::string part = fmt::format(
        "{}, which {}", program.threads[thread].instructions[step.instruction].text, effectOf(program, step));
    if (std::ranges::find(parts, part) == parts.end()) {
      parts.push_back(std::move(part));
    }
  }
  constexpr std::size_t kMost = 2;
  const std::string name = program.threadTitle(thread);
  if (parts.size() == 1) {
    return fmt::format("{} spins on {}", name, parts.front());
  }
  if (parts.size() <= kMost) {
    return fmt::format("{} repeats {}", name, fmt::join(parts, "; "));
  }
  return fmt::format("{} repeats {} steps, beginning with {}", name, parts.size(), parts.front());
}

std::string deadlockStory(const Program& program, const Lasso& lasso) {
  return fmt::format("{} {} at a barrier that too few threads reach", listed(program, lasso.blocked),
                     ending(lasso.blocked, "waits", "wait"));
}

/// Why a scheduler of threads owes nothing to those who would have to run.
std::string whyNotOwed(const Program& program, const Lasso& lasso, Scheduler scheduler) {
  const std::vector<ThreadId>& starved = lasso.starved;
  const std::string who = listed(program, starved);
  const char* has = ending(starved, "has", "have");
  switch (scheduler) {
    case Scheduler::Unfair:
      return "no thread is owed a step";
    case Scheduler::Hsa:
      return fmt::format("only the lowest-numbered enabled thread{} is owed a step",
                         lasso.fair.empty() ? "" : ", " + listed(program, lasso.fair) + ",");
    case Scheduler::Obe:
      return fmt::format("{} {} not run yet, so {} not owed a step", who, has,
                         ending(starved, "it is", "they are"));
    case Scheduler::HsaObe:
      return starved.size() == 1
                 ? fmt::format(
                       "{} has not run yet and is not the lowest-numbered enabled thread, so it is not owed a step",
                       who)
                 : fmt::format(
                       "{} have not run yet, and none of them is the lowest-numbered enabled thread, so they are not owed a step",
                       who);
    case Scheduler::Lobe:
      return starved.size() == 1
                 ? fmt::format(
                       "neither {} nor any thread with a higher number has run, so it is not owed a step",
                       who)
                 : fmt::format(
                       "none of {} has run, nor has any thread with a higher number, so they are not owed a step",
                       who);
    case Scheduler::Weak:
      break;
  }
  return "every enabled thread is owed a step";
}

std::string whyAllowed(const Program& program, const SchedulerVerdict& verdict) {
  const Lasso& lasso = *verdict.lasso;
  if (lasso.kind == HangKind::Deadlock) {
    return "deadlock under every scheduler: no thread is enabled";
  }
  if (lasso.starved.empty()) {
    return "every enabled thread runs again and again, and the scheduler promises no more";
  }
  const std::vector<ThreadId> ran = threadsOf(lasso.stem);
  if (std::ranges::any_of(lasso.starved,
                          [&](ThreadId t) { return std::ranges::find(ran, t) != ran.end(); }) &&
      verdict.scheduler.scheduler != Scheduler::Unfair && verdict.scheduler.scheduler != Scheduler::Hsa) {
    return fmt::format(
        "{} {} not enabled throughout, and only threads that are enabled throughout are owed a step",
        listed(program, lasso.starved), ending(lasso.starved, "is", "are"));
  }
  if (verdict.scheduler.hierarchical()) {
    return fmt::format("{} not owed a step under the promises to {} groups",
                       listed(program, lasso.starved) + ending(lasso.starved, " is", " are"),
                       ending(lasso.starved, "its", "their"));
  }
  return whyNotOwed(program, lasso, verdict.scheduler.scheduler);
}

std::string whatGoesOn(const Program& program, const Lasso& lasso) {
  if (lasso.loop.empty()) {
    return deadlockStory(program, lasso);
  }
  auto rounds = mapped<std::string>(
      threadsOf(lasso.loop), [&](const ThreadId thread) { return roundOf(program, lasso.loop, thread); });
  std::string text = fmt::format("{}, for ever", fmt::join(rounds, "; "));
  if (!lasso.starved.empty()) {
    text += fmt::format("; {} could run but never {}", listed(program, lasso.starved),
                        ending(lasso.starved, "does", "do"));
  }
  if (!lasso.blocked.empty()) {
    text += fmt::format("; {} {} at a barrier", listed(program, lasso.blocked),
                        ending(lasso.blocked, "waits", "wait"));
  }
  return text;
}

}  // namespace

std::vector<Counterexample> counterexamplesOf(const ProgressResult& result) {
  std::vector<Counterexample> found;
  for (const SchedulerVerdict& verdict : result.verdicts) {
    if (!verdict.lasso) {
      continue;
    }
    const auto same = std::ranges::find_if(
        found, [&](const Counterexample& known) { return sameSchedule(known.lasso(), *verdict.lasso); });
    if (same == found.end()) {
      found.push_back({{&verdict}});
    } else {
      same->verdicts.push_back(&verdict);
    }
  }
  return found;
}

std::string schedulerName(const Program& program, const SchedulerSpec& scheduler) {
  return textOf(scheduler, program.scopes.levels());
}

std::string platformPromise(const Program& program, const SchedulerSpec& scheduler) {
  return scheduler.platform.empty()
             ? ""
             : platformText(scheduler, program.scopes.levels(), idleClusterLevel(program.scopes));
}

std::string schedulerNames(const Program& program, const std::vector<const SchedulerVerdict*>& verdicts) {
  auto names = mapped<std::string>(
      verdicts, [&](const SchedulerVerdict* verdict) { return schedulerName(program, verdict->scheduler); });
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string threadNames(const Program& program, const std::vector<ThreadId>& threads) {
  auto names =
      mapped<std::string>(threads, [&](const ThreadId thread) { return program.threadTitle(thread); });
  return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
}

std::string effectOf(const Program& program, const ScheduleStep& step) {
  if (step.chooses) {
    return "goes first";
  }
  if (!step.read && !step.written) {
    const Operation& operation = program.threads[step.thread].instructions[step.instruction].operation;
    return std::holds_alternative<BarrierOp>(operation) ? "arrives"
           : std::holds_alternative<VoteOp>(operation)  ? "votes"
                                                        : "runs";
  }
  std::vector<std::string> parts;
  if (step.read) {
    parts.push_back("reads " + program.valueText(*step.read));
  }
  if (step.written) {
    parts.push_back("writes " + program.valueText(*step.written));
  }
  if (step.locked) {
    parts.emplace_back(*step.locked ? "takes the lock" : "does not get the lock");
  }
  if (step.unlocks) {
    parts.emplace_back("unlocks");
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string scheduleText(const std::vector<ScheduleStep>& stem, const std::vector<ScheduleStep>& loop) {
  const auto listOf = [](const std::vector<ScheduleStep>& steps) {
    auto numbers = mapped<std::string>(steps, [&](const ScheduleStep& step) {
      return step.choice == 0 ? fmt::format("{}", step.thread)
                              : fmt::format("{}.{}", step.thread, step.choice);
    });
    return fmt::format("{}", fmt::join(numbers, ","));
  };
  return listOf(stem) + (loop.empty() ? "" : "(" + listOf(loop) + ")");
}

std::vector<std::string> storyOf(const Program& program, const Counterexample& counterexample) {
  std::vector<std::string> lines{whatGoesOn(program, counterexample.lasso())};
  // Schedulers that allow it for the same reason share a line.
  std::vector<std::pair<std::string, std::vector<const SchedulerVerdict*>>> reasons;
  for (const SchedulerVerdict* verdict : counterexample.verdicts) {
    const std::string reason = whyAllowed(program, *verdict);
    const auto known = std::ranges::find(reasons, reason, [](const auto& entry) { return entry.first; });
    if (known == reasons.end()) {
      reasons.push_back({reason, {verdict}});
    } else {
      known->second.push_back(verdict);
    }
  }
  if (reasons.size() == 1) {
    lines.push_back(reasons.front().first);
    return lines;
  }
  for (const auto& [reason, verdicts] : reasons) {
    lines.push_back(fmt::format("under {}: {}", schedulerNames(program, verdicts), reason));
  }
  return lines;
}

}  // namespace hrfcheck::inline report
