#pragma once

#include <optional>
#include <string>
#include <vector>

#include "check/promise/promise.h"
#include "check/promise/termination.h"
#include "termination/termination.h"

namespace hrfcheck::inline report {

/// Everything that is told about one test.
struct ProgressReport {
  ProgressResult result;
  /// Of interleavings, by memory models; none where they were left out. Where the program terminates under no
  /// scheduler, only what hangs rest on is looked at.
  std::vector<Promise> models;
  double seconds = 0;  ///< of the exploration
};

/// What the test's `terminates` lines expect of a scheduler; nothing where they do not name it.
std::optional<bool> expectedOf(const ProgressResult& result, const SchedulerSpec& scheduler);
/// Whether the answer is what those lines expect, which speak of interleavings; nothing where they do not
/// name the scheduler.
std::optional<TerminationJudgement> judgeVerdict(const ProgressResult& result,
                                                 const SchedulerVerdict& verdict);
/// Some scheduler makes the program terminate, so that what memory models promise of it matters.
bool someTerminate(const ProgressResult& result);
/// Under some scheduler it may hang, so that it matters which interleavings memory models have.
bool someMayHang(const ProgressResult& result);
/// The answers rest on what is not established of some memory model.
bool isConditional(const ProgressReport& report);

/// How the report on termination is printed.
struct ProgressTextOptions {
  bool colour = false;
  bool statistics = false;
};

/// For people: a line for each scheduler, what memory models say, each hang with its story and its schedule,
/// the condition over the final states. Ends in a line break.
std::string progressText(const ProgressReport& report, const ProgressTextOptions& options = {});

inline constexpr int kProgressVersion = 1;

/// The document of docs/progress.schema.json.
/// @param diagnostics errors and warnings of all files
std::string progressJson(const std::vector<ProgressReport>& reports,
                         const std::vector<Diagnostic>& diagnostics, bool statistics);

/// Tests in rows, schedulers in columns: Y, N or ?, with a mark where an expectation is not met; numbers of
/// states with and without who has executed. Ends in a line break.
std::string progressMatrix(const std::vector<ProgressReport>& reports, bool colour);

/// What each scheduler says of a schedule, after its steps.
std::string replayText(const Program& program, const Replay& replay, bool colour);
/// The document of docs/progress.schema.json with replays.
std::string replaysJson(const std::vector<std::pair<std::shared_ptr<const Program>, Replay>>& replays,
                        const std::string& schedule, const std::vector<Diagnostic>& diagnostics);

}  // namespace hrfcheck::inline report
