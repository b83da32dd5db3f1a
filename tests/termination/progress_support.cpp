#include "termination/progress_support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <set>

namespace hrfcheck::test {
namespace {

std::string listOf(const std::vector<ScheduleStep>& steps) {
  std::string text;
  for (const ScheduleStep& step : steps) {
    text += (text.empty() ? "" : ",") + std::to_string(step.thread);
  }
  return text;
}

}  // namespace

std::string scheduleText(const Lasso& lasso) {
  return listOf(lasso.stem) + (lasso.loop.empty() ? "" : "(" + listOf(lasso.loop) + ")");
}

namespace {

/// Whom the steps show to run.
std::set<ThreadId> runningIn(const std::vector<ScheduleStep>& steps) {
  std::set<ThreadId> threads;
  for (const ScheduleStep& step : steps) {
    threads.insert(step.thread);
  }
  return threads;
}

bool sameSteps(const std::vector<ScheduleStep>& a, const std::vector<ScheduleStep>& b) {
  return std::ranges::equal(a, b, [](const ScheduleStep& x, const ScheduleStep& y) {
    return x.thread == y.thread && x.instruction == y.instruction && x.read == y.read &&
           x.written == y.written;
  });
}

void checkThreads(const Lasso& lasso, std::size_t threads) {
  const std::set<ThreadId> running = runningIn(lasso.loop);
  for (ThreadId t = 0; t < threads; ++t) {
    const auto in = [&](const std::vector<ThreadId>& list) { return std::ranges::count(list, t) == 1; };
    const int roles = int(in(lasso.starved)) + int(in(lasso.blocked)) + int(running.contains(t));
    CHECK(roles == int(in(lasso.unfinished)));
  }
  CHECK_FALSE(lasso.unfinished.empty());
  if (lasso.kind == HangKind::Livelock) {
    CHECK(lasso.starved.empty());
  }
  if (lasso.kind == HangKind::Starvation) {
    CHECK_FALSE(lasso.starved.empty());
  }
  CHECK((lasso.kind == HangKind::Deadlock) == lasso.loop.empty());
}

}  // namespace

void checkLassos(const ProgressResult& result) {
  for (const SchedulerVerdict& verdict : result.verdicts) {
    CHECK((verdict.answer == ProgressAnswer::MayHang) == verdict.lasso.has_value());
    if (!verdict.lasso) {
      continue;
    }
    const std::string schedule = scheduleText(*verdict.lasso);
    CAPTURE(schedule);
    ProgressOptions options;
    options.schedulers = {verdict.scheduler};
    if (verdict.lasso->stem.empty() && verdict.lasso->loop.empty()) {
      continue;  // nobody can take the first step
    }
    const Replay replay = replaySchedule(result.program, schedule, options);
    CHECK(replay.allowed.at(0).legal);
    CHECK(replay.rounds == 1);
    CHECK(sameSteps(replay.stem, verdict.lasso->stem));
    CHECK(sameSteps(replay.loop, verdict.lasso->loop));
    checkThreads(*verdict.lasso, result.agents);
    if (verdict.lasso->kind == HangKind::DeadRegion) {
      CHECK(result.stuck);
    }
  }
}

std::optional<std::filesystem::path> outsideTests() {
  namespace fs = std::filesystem;
  const char* named = std::getenv("HRFCHECK_CORPORA");
  const fs::path corpora =
      named != nullptr ? fs::path(named) : fs::path(HRFCHECK_SOURCE_DIR).parent_path() / "shared/corpora";
  const fs::path folder = corpora / "progress";
  return fs::exists(folder) ? std::optional(folder) : std::nullopt;
}

}  // namespace hrfcheck::test
