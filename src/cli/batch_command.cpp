#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <optional>

#include "cli/batch_status.h"
#include "cli/commands.h"
#include "cli/corpus_run.h"
#include "cli/interrupt.h"
#include "cli/model_folders.h"
#include "cli/output.h"
#include "cli/progress_display.h"
#include "cli/version.h"
#include "report/html/html_report.h"
#include "report/log/herd_log.h"
#include "report/picture/graphviz.h"
#include "report/rows/junit.h"
#include "util/atomic_file.h"

namespace hrfcheck {
namespace {

namespace fs = std::filesystem;

/// Those of the command line that are models.
std::vector<std::string> modelsOf(const BatchArguments& arguments) {
  std::vector<std::string> models = arguments.models;
  std::erase(models, kProgressModel);
  return models;
}

BatchOptions batchOptionsOf(const BatchArguments& arguments) {
  BatchOptions options;
  options.paths = arguments.paths;
  options.models = arguments.models;
  options.expect = arguments.expect;
  options.expectFile = arguments.expectFile;
  options.worker = workerOptionsOf(arguments.search, arguments.workers);
  options.worker.details = arguments.details;
  const std::vector<std::string> models = modelsOf(arguments);
  const bool all = models.size() != arguments.models.size();
  options.worker.progress = all ? ProgressRows::All : ProgressRows::Expected;
  options.worker.models = !models.empty() || arguments.models.empty();
  options.workers = workersOf(arguments.workers);
  options.shard = arguments.shard;
  options.results = arguments.results;
  options.resume = arguments.resume;
  options.retry = arguments.retry;
  options.promote = arguments.promote;
  options.version = versionNumber();
  return options;
}

void makeFolder(const std::string& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) {
    throw UserError(fmt::format("cannot make the folder {}: {}", path, error.message()));
  }
}

void writeHtml(const Rows& rows, const std::string& folder) {
  HtmlOptions options;
  if (haveGraphviz()) {
    options.draw = drawSvg;
  } else {
    complain({{Severity::Warning,
               {},
               "there are no pictures in the report",
               "Graphviz (dot) is not on the PATH"}});
  }
  const std::string page = htmlReport(rows, options);
  makeFolder(folder);
  writeAtomically((fs::path(folder) / "index.html").string(), page);
}

/// One log for each model; a model that is a path gives its last part.
void writeHerdLogs(const Rows& rows, const std::string& folder) {
  std::map<std::string, std::string> logs;
  rows([&](const ResultRow& row) {
    if (row.log) {
      logs[fs::path(row.model).filename().string()] += printLog(*row.log);
    }
  });
  makeFolder(folder);
  for (const auto& [model, log] : logs) {
    writeAtomically((fs::path(folder) / (model + ".log")).string(), log);
  }
}

/// Everything that is made of the rows when they are all there.
void writeReports(const BatchArguments& arguments, const Rows& rows, const Tally& tally) {
  if (arguments.junit) {
    writeAtomically(*arguments.junit, junitXml(rows));
  }
  if (arguments.html) {
    writeHtml(rows, *arguments.html);
  }
  if (arguments.herd) {
    writeHerdLogs(rows, *arguments.herd);
  }
  if (arguments.results == "-") {
    return;  // standard output is for the rows
  }
  ReportArguments report;
  report.colour = arguments.colour;
  const bool colour = useColour(report);
  const std::string table = batchTable(rows, arguments.table, colour);
  Output(std::nullopt).write(table + (table.empty() ? "" : "\n") + batchSummary(tally, colour));
}

void tellPromotion(const Promotion& promotion) {
  std::string text =
      fmt::format("{} written, {} removed\n", promotion.written.size(), promotion.removed.size());
  for (const std::string& path : promotion.written) {
    text += "  " + path + "\n";
  }
  for (const std::string& path : promotion.removed) {
    text += "  " + path + " (removed)\n";
  }
  for (const std::string& what : promotion.left) {
    text += "  not promoted: " + what + "\n";
  }
  Output(std::nullopt).write(text);
}

ExitStatus runMerge(const BatchArguments& arguments) {
  const auto [header, rows] = mergeJournals(arguments.paths, arguments.results);
  if (arguments.html && header.options.at("details") != "on") {
    throw UserError("these results hold no reports and pictures", "run the shards with --details");
  }
  std::optional<Journal> journal;
  if (arguments.results) {
    journal = Journal::create(arguments.results, header);
  }
  Tally tally;
  ExitStatus status = ExitStatus::Done;
  rows([&](const ResultRow& row) {
    tally.add(row);
    status = graver(status, statusOf(row, arguments));
    if (journal) {
      journal->add(row);
      if (row.column + 1 == row.columns) {
        journal->testDone(row.test);
      }
    }
  });
  if (journal) {
    journal->complete();
  }
  writeReports(arguments, rows, tally);
  return status;
}

ExitStatus runCorpus(const BatchArguments& arguments) {
  ModelChoice models(makeModelLibrary(arguments.includes), modelsOf(arguments));
  ExitStatus status = tellBrokenModels(models);
  std::optional<PolledInterrupts> interrupts(std::in_place);
  ProgressDisplay display(arguments.progress);
  const BatchCalls calls = callsShowing(
      display, *interrupts, [&](const ResultRow& row) { status = graver(status, statusOf(row, arguments)); });
  const BatchResult result = runBatch(batchOptionsOf(arguments), models, calls, interrupts->flag());
  interrupts.reset();  // reports may be interrupted as anything else
  display.clear();
  const std::string hint = arguments.results && arguments.results != "-"
                               ? fmt::format("go on with --resume {}", *arguments.results)
                               : "";
  status = graver(status, tellInterrupt(result.testsLeft, hint));
  if (arguments.promote) {
    tellPromotion(result.promotion);
  }
  writeReports(arguments, result.rows, result.tally);
  return status;
}

}  // namespace

ExitStatus runBatchCommand(const BatchArguments& arguments) {
  keepBrokenPipesFromKilling();
  return arguments.merge ? runMerge(arguments) : runCorpus(arguments);
}

}  // namespace hrfcheck
