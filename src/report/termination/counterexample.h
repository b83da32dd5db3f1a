#pragma once

#include <string>
#include <vector>

#include "termination/termination.h"

namespace hrfcheck::inline report {

/// A schedule that never ends, with the schedulers that allow it.
struct Counterexample {
  std::vector<const SchedulerVerdict*> verdicts;  ///< never empty; all have this lasso
  const Lasso& lasso() const { return *verdicts.front()->lasso; }
};

/// Of the verdicts that have one, each once, in the order of the first scheduler that allows it.
std::vector<Counterexample> counterexamplesOf(const ProgressResult& result);

/// "unfair", "wg=obe,wv=weak".
std::string schedulerName(const Program& program, const SchedulerSpec& scheduler);
/// What the platform promises that was asked for, in the words of the test; empty for other schedulers.
std::string platformPromise(const Program& program, const SchedulerSpec& scheduler);
/// Of several, with commas.
std::string schedulerNames(const Program& program, const std::vector<const SchedulerVerdict*>& verdicts);

/// "P0, P2", or "nobody".
std::string threadNames(const Program& program, const std::vector<ThreadId>& threads);

/// "finds 0", "finds 0, writes 1", "writes 1", "arrives".
std::string effectOf(const Program& program, const ScheduleStep& step);

/// "1(0)", as replaySchedule reads it.
std::string scheduleText(const std::vector<ScheduleStep>& stem, const std::vector<ScheduleStep>& loop);

/// A hang in a few lines: what repeats for ever, and for each scheduler why it is allowed.
std::vector<std::string> storyOf(const Program& program, const Counterexample& counterexample);

}  // namespace hrfcheck::inline report
