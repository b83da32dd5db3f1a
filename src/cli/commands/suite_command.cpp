#include <fmt/format.h>

#include <chrono>
#include <filesystem>

#include "cli/commands/commands.h"
#include "cli/corpus_run.h"
#include "cli/model_folders.h"
#include "cli/output/output.h"
#include "cli/output/version.h"
#include "suite/suite_merge.h"
#include "suite/suite_report.h"
#include "util/process/atomic_file.h"

namespace hrfcheck::inline cli {
namespace {

SuiteOptions suiteOptionsOf(const SuiteArguments& arguments) {
  SuiteOptions options = arguments.options;
  options.workers = workersOf({0, options.workers});
  options.version = versionNumber();
  return options;
}

/// The programs that the report shows.
SavedPrograms save(const std::optional<std::string>& folder, const SuiteResult& result) {
  SavedPrograms saved;
  if (!folder) {
    return saved;
  }
  std::error_code error;
  std::filesystem::create_directories(*folder, error);
  if (error) {
    throw UserError(fmt::format("cannot create the folder {}: {}", *folder, error.message()));
  }
  for (const SuiteFinding& finding : result.tally.findings()) {
    const std::string path = fmt::format("{}/suite-{}.litmus", *folder, finding.number);
    writeAtomically(path, finding.litmus);
    saved[finding.number] = path;
  }
  return saved;
}

std::string statisticsText(const SuiteResult& result, double seconds) {
  const auto programs = static_cast<double>(result.tally.counts.programs);
  return fmt::format("  {:.1f} s, {:.0f} programs/s, {} states\n", seconds, programs / seconds,
                     result.tally.counts.states);
}

/// @param statistics a line, or empty
void writeReport(const SuiteArguments& arguments, const SuiteOptions& options, const SuiteResult& result,
                 const std::string& statistics) {
  const SavedPrograms saved = save(arguments.saved, result);
  Output output(arguments.report.output);
  if (arguments.report.format == Format::Json) {
    output.write(suiteJson(options, result));
  } else {
    output.writeText(suiteText(options, result, saved));
    if (arguments.report.statistics) {
      output.write(statistics);
    }
  }
  output.commit();
}

ExitStatus statusOf(const SuiteResult& result) {
  const ExitStatus open = result.undecided() ? ExitStatus::Undecided : ExitStatus::Done;
  return graver(open, result.failed() ? ExitStatus::Failed : ExitStatus::Done);
}

ExitStatus runMerge(const SuiteArguments& arguments) {
  const MergedSuite merged = mergeSuites(arguments.merged, arguments.options.results);
  writeReport(arguments, merged.options, merged.result,
              fmt::format("  {} states\n", merged.result.tally.counts.states));
  return statusOf(merged.result);
}

ExitStatus runPrograms(const SuiteArguments& arguments) {
  const SuiteOptions options = suiteOptionsOf(arguments);
  std::optional<PolledInterrupts> interrupts(std::in_place);
  ProgressDisplay display(arguments.progress);
  const Tally none;
  const auto start = std::chrono::steady_clock::now();
  const SuiteResult result = runSuite(
      options, makeModelLibrary(arguments.includes, options.timeout, &interrupts->flag()),
      [&](const SuiteProgress& progress) {
        interrupts->poll();
        display.show({progress.done, progress.pieces, progress.found, &none});
      },
      interrupts->flag());
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  interrupts.reset();  // reports may be interrupted as anything else
  display.clear();
  writeReport(arguments, options, result, statisticsText(result, seconds));
  return statusOf(result);
}

}  // namespace

ExitStatus runSuiteCommand(const SuiteArguments& arguments) {
  keepBrokenPipesFromKilling();
  return arguments.merge ? runMerge(arguments) : runPrograms(arguments);
}

}  // namespace hrfcheck::inline cli
