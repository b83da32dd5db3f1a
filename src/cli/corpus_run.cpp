#include "cli/corpus_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <thread>

#include "cli/output/output.h"

namespace hrfcheck::inline cli {

WorkerOptions workerOptionsOf(const SearchArguments& search, const WorkerArguments& workers,
                              const LaunchOptions& launch) {
  WorkerOptions options;
  options.engine = search.engine;
  options.solver = search.solver;
  options.symmetry = search.symmetry;
  options.enumerateInSearch = search.enumerateInSearch;
  options.unroll = search.unroll;
  options.rules = search.rules;
  options.lockUnit = search.lockUnit;
  options.launch = launch;
  options.timeout = search.timeout;
  options.memory = std::uint64_t{workers.memory} << 20U;
  return options;
}

unsigned workersOf(const WorkerArguments& workers) {
  return workers.count > 0 ? workers.count : std::max(1U, std::thread::hardware_concurrency());
}

void keepBrokenPipesFromKilling() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

BatchCalls callsShowing(ProgressDisplay& display, PolledInterrupts& interrupts,
                        const std::function<void(const ResultRow&)>& row) {
  BatchCalls calls;
  calls.row = row;
  calls.progress = [&display, &interrupts](const BatchProgress& progress) {
    interrupts.poll();
    display.show(progress);
  };
  calls.diagnose = [&display](const std::vector<Diagnostic>& diagnostics) {
    display.clear();
    complain(diagnostics);
  };
  return calls;
}

ExitStatus tellInterrupt(const RunExtent& extent, const std::string& hint) {
  if (extent.complete()) {
    return ExitStatus::Done;
  }
  complain({{Severity::Warning, {}, incompleteText(extent), hint}});
  return ExitStatus::Undecided;
}

ExitStatus tellBrokenModels(const ModelChoice& models) {
  complain(models.brokenModels());
  return models.brokenModels().empty() ? ExitStatus::Done : ExitStatus::BadInput;
}

}  // namespace hrfcheck::inline cli
