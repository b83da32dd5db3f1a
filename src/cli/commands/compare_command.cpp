#include <optional>

#include "batch/compare/compare_corpus.h"
#include "batch/compare/comparison_json.h"
#include "batch/compare/comparison_text.h"
#include "batch/compare/strength_diagram.h"
#include "cli/asked_models.h"
#include "cli/batch_status.h"
#include "cli/commands/commands.h"
#include "cli/corpus_run.h"
#include "cli/interrupt.h"
#include "cli/model_folders.h"
#include "cli/output/output.h"
#include "cli/output/picture_file.h"
#include "cli/output/usage_error.h"

namespace hrfcheck::inline cli {
namespace {

CompareOptions compareOptionsOf(const CompareArguments& arguments) {
  CompareOptions options;
  options.paths = arguments.paths;
  options.worker = workerOptionsOf(arguments.search, arguments.workers, arguments.launch);
  options.worker.executions = true;
  options.worker.progress = ProgressRows::None;
  options.workers = workersOf(arguments.workers);
  options.basis = arguments.basis;
  if (arguments.report.output) {
    options.reports.push_back({"-o", *arguments.report.output});
  }
  if (arguments.diagram) {
    options.reports.push_back({"--diagram", *arguments.diagram});
  }
  return options;
}

void writeReport(const CompareArguments& arguments, const CompareResult& result) {
  const Comparison& comparison = result.comparison;
  Output output(arguments.report.output);
  if (arguments.report.format == Format::Json) {
    output.write(comparisonJson(comparison, result.extent.left()));
  } else {
    const bool colour = useColour(arguments.report);
    if (arguments.listTests) {
      for (const auto& [place, test] : comparison.differing()) {
        output.writeLines(differenceText(test, comparison.basis(), colour) + "\n");
      }
    }
    output.writeLines(relationText(comparison, colour));
  }
  output.commit();
}

}  // namespace

ExitStatus runCompare(const CompareArguments& arguments) {
  keepBrokenPipesFromKilling();
  ModelChoice models(makeModelLibrary(arguments.includes, arguments.search.timeout), arguments.models,
                     arguments.search.anyDialect);
  if (!models.several()) {
    throw UsageError("a comparison needs at least two models", "name them with -m, or use -m all");
  }
  if (arguments.diagram) {
    requireDrawing(*arguments.diagram);
  }
  ExitStatus status = tellBrokenModels(models);
  std::optional<PolledInterrupts> interrupts(std::in_place);
  ProgressDisplay display(arguments.progress);
  Tally tally;
  const BatchCalls calls = callsShowing(display, *interrupts, [&](const ResultRow& row) {
    tally.add(row);
    // That a model allows no execution at all is compared as any other answer.
    status = graver(status, row.status == RowStatus::Vacuous ? ExitStatus::Done : statusOf(row));
  });
  const CompareResult result = compareCorpus(compareOptionsOf(arguments), models, calls, interrupts->flag());
  interrupts.reset();  // reports may be interrupted as anything else
  display.clear();
  status = graver(status, tellInterrupt(result.extent, ""));
  status = graver(status, result.unreadable ? ExitStatus::BadInput : ExitStatus::Done);
  if (result.extent.complete()) {
    status = graver(status, tellModelsWithoutTests(models, tally));
  }
  writeReport(arguments, result);
  if (arguments.diagram) {
    writePicture(*arguments.diagram, strengthDiagram(result.comparison));
  }
  const bool failed = arguments.failOnDifference && !result.comparison.differing().empty();
  return graver(status, failed ? ExitStatus::Failed : ExitStatus::Done);
}

}  // namespace hrfcheck::inline cli
