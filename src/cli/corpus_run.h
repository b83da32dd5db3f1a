#pragma once

#include "batch/batch.h"
#include "cli/arguments.h"
#include "cli/interrupt.h"
#include "cli/output/exit_status.h"
#include "cli/output/progress_display.h"

namespace hrfcheck::inline cli {

// What the commands that run a corpus in worker processes share.

/// How each test is asked; no executions and no details.
WorkerOptions workerOptionsOf(const SearchArguments& search, const WorkerArguments& workers,
                              const LaunchOptions& launch);
/// One for each core where the user has not said.
unsigned workersOf(const WorkerArguments& workers);
/// A closed pipe and a limit on the size of files become errors that are reported, and files stay whole.
void keepBrokenPipesFromKilling();
/// Progress goes to the display, diagnostics to standard error with the display out of their way. With
/// progress interrupts are looked for.
BatchCalls callsShowing(ProgressDisplay& display, PolledInterrupts& interrupts,
                        const std::function<void(const ResultRow&)>& row);
/// Says that a run has stopped early, if it has. @returns what that means for the exit status
ExitStatus tellInterrupt(const RunExtent& extent, const std::string& hint);
/// Complains of models that `all` brought in and that are broken. @returns what that means
ExitStatus tellBrokenModels(const ModelChoice& models);

}  // namespace hrfcheck::inline cli
