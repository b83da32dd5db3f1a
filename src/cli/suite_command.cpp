#include <fmt/format.h>

#include <chrono>
#include <filesystem>

#include "batch/suite/suite_report.h"
#include "cli/commands.h"
#include "cli/corpus_run.h"
#include "cli/model_folders.h"
#include "cli/output.h"
#include "cli/version.h"
#include "util/atomic_file.h"

namespace hrfcheck {
namespace {

constexpr double kUsualTimeout = 60;

std::vector<std::string> modelsOf(const SimulateArguments& arguments, const std::string& machine) {
  const std::vector<std::string>& two = arguments.suite->options.models;
  if (!two.empty()) {
    return two;
  }
  return {arguments.against.empty() ? suiteModelFor(machine) : arguments.against};
}

SuiteOptions suiteOptionsOf(const SimulateArguments& arguments) {
  if (!arguments.files.empty()) {
    throw UserError("--suite makes its own tests", "leave out " + arguments.files.front());
  }
  if (arguments.machines.size() > 1) {
    throw UserError("a suite runs on one machine", "name one: --machine " + arguments.machines.front());
  }
  SuiteOptions options = arguments.suite->options;
  options.simulation = arguments.simulation;
  options.simulation.machine = arguments.machines.empty() ? "rsp-fix" : arguments.machines.front();
  options.simulation.shortest = false;
  options.models = modelsOf(arguments, options.simulation.machine);
  options.timeout = arguments.search.timeout > 0 ? arguments.search.timeout : kUsualTimeout;
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
    throw UserError(fmt::format("cannot make the folder {}: {}", *folder, error.message()));
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

void writeReport(const SimulateArguments& arguments, const SuiteOptions& options, const SuiteResult& result,
                 double seconds) {
  const SavedPrograms saved = save(arguments.suite->saved, result);
  Output output(arguments.report.output);
  if (arguments.report.format == Format::Json) {
    output.write(suiteJson(options, result));
  } else {
    output.writeText(suiteText(options, result, saved));
    if (arguments.report.statistics) {
      output.write(statisticsText(result, seconds));
    }
  }
  output.commit();
}

}  // namespace

ExitStatus runSuiteCommand(const SimulateArguments& arguments) {
  keepBrokenPipesFromKilling();
  const SuiteOptions options = suiteOptionsOf(arguments);
  std::optional<PolledInterrupts> interrupts(std::in_place);
  ProgressDisplay display(arguments.suite->progress);
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
  writeReport(arguments, options, result, seconds);
  const ExitStatus open = result.undecided() ? ExitStatus::Undecided : ExitStatus::Done;
  return graver(open, result.failed() ? ExitStatus::Failed : ExitStatus::Done);
}

}  // namespace hrfcheck
