#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <memory>
#include <optional>

#include "cli/asked_models.h"
#include "cli/batch_status.h"
#include "cli/commands/commands.h"
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
#include "report/rows/sarif.h"
#include "util/atomic_file.h"
#include "util/hash.h"
#include "util/utf8.h"

namespace hrfcheck::inline cli {
namespace {

namespace fs = std::filesystem;

/// Those of the command line that are models.
std::vector<std::string> modelsOf(const BatchArguments& arguments) {
  std::vector<std::string> models = arguments.models;
  std::erase(models, kProgressModel);
  return models;
}

std::string pageIn(const std::string& folder) {
  return (fs::path(folder) / "index.html").string();
}

/// Files that are known by name before the run; the logs of models are not.
std::vector<OutputFile> reportFiles(const BatchArguments& arguments) {
  std::vector<OutputFile> files;
  if (arguments.junit) {
    files.push_back({"--junit", *arguments.junit});
  }
  if (arguments.sarif) {
    files.push_back({"--sarif", *arguments.sarif});
  }
  if (arguments.html) {
    files.push_back({"--html", pageIn(*arguments.html)});
  }
  return files;
}

std::map<std::string, std::string> modelOptionsOf(const BatchArguments& arguments) {
  std::map<std::string, std::string> options;
  if (arguments.search.anyDialect) {
    options["any-dialect"] = "on";
  }
  if (!arguments.includes.bell.empty()) {
    options["bell"] = arguments.includes.bell;
  }
  if (!arguments.includes.raceFlag.empty()) {
    options["race-flag"] = arguments.includes.raceFlag;
  }
  const LockUnitReading byDefault;
  if (arguments.search.lockUnit.lockBits != byDefault.lockBits) {
    options["lock-bits"] = std::to_string(arguments.search.lockUnit.lockBits);
  }
  if (arguments.search.lockUnit.ordered != byDefault.ordered) {
    options["tinylock"] = "relaxed";
  }
  if (arguments.repair) {
    options["repair"] = "on";
  }
  if (!arguments.observed.empty()) {
    std::string texts;
    for (const std::string& file : arguments.observed) {
      texts += hashText(readSource(file)->text()) + " ";
    }
    options["observe"] = hashText(texts);
  }
  return options;
}

BatchOptions batchOptionsOf(const BatchArguments& arguments) {
  BatchOptions options;
  options.paths = arguments.paths;
  options.models = arguments.models;
  options.modelOptions = modelOptionsOf(arguments);
  options.expect = arguments.expect;
  options.expectFile = arguments.expectFile;
  options.worker = workerOptionsOf(arguments.search, arguments.workers, arguments.launch);
  options.worker.question = arguments.question;
  options.worker.details = arguments.details;
  options.worker.repair = arguments.repair;
  const std::vector<std::string> models = modelsOf(arguments);
  const bool all = models.size() != arguments.models.size();
  options.worker.progress = all ? ProgressRows::All : ProgressRows::Expected;
  options.worker.expectLines = arguments.expect != ExpectationMode::None;
  options.worker.models = !models.empty() || arguments.models.empty();
  if (!arguments.observed.empty()) {
    options.worker.observed = std::make_shared<const ResultsByTest>(readResults(arguments.observed));
  }
  options.workers = workersOf(arguments.workers);
  options.shard = arguments.shard;
  options.results = arguments.results;
  options.resume = arguments.resume;
  options.retry = arguments.retry;
  options.promote = arguments.promote;
  options.reports = reportFiles(arguments);
  options.herd = arguments.herd;
  options.version = versionNumber();
  return options;
}

void makeFolder(const std::string& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) {
    throw UserError(fmt::format("cannot create the folder {}: {}", path, error.message()));
  }
}

void writeHtml(const Rows& rows, const RunExtent& extent, const std::string& folder) {
  HtmlOptions options;
  options.extent = extent;
  if (haveGraphviz()) {
    options.draw = drawSvg;
  } else {
    complain({{Severity::Warning, {}, "the report has no pictures", "Graphviz (dot) is not on the PATH"}});
  }
  const std::string page = htmlReport(rows, options);
  makeFolder(folder);
  writeAtomically(pageIn(folder), page);
}

/// Of a row without an answer, so that nobody takes the log for one of the whole corpus. Readers of logs skip
/// it.
std::string omittedLine(const ResultRow& row) {
  const std::string why = row.reason.empty() ? "" : ": " + row.reason;
  return cleaned(fmt::format("Omitted {} ({}{})", row.path, nameOf(row.status), why), Controls::None) +
         "\n\n";
}

/// One log for each model.
void writeHerdLogs(const Rows& rows, const RunExtent& extent, const std::string& folder) {
  // Readers of such logs skip a line that they do not know.
  const std::string warning =
      extent.complete() ? "" : fmt::format("Warning: this log is incomplete. {}\n\n", incompleteText(extent));
  std::map<std::string, std::string> logs;
  rows([&](const ResultRow& row) {
    if (row.model.empty() || row.model == kProgressModel) {
      return;
    }
    std::string& log = logs.try_emplace(herdLogPath(folder, row.model), warning).first->second;
    log += row.log ? printLog(*row.log) : omittedLine(row);
  });
  makeFolder(folder);
  for (const auto& [path, log] : logs) {
    writeAtomically(path, log);
  }
}

bool isFileOrNothing(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  return !fs::exists(status) || fs::is_regular_file(status);
}

/// Whatever ends the run, even SIGKILL: no report of an earlier one is left that could be taken for its own.
void writeUnended(const BatchArguments& arguments, const RunExtent& extent) {
  const Rows none = [](const RowVisitor&) {};
  if (arguments.junit && isFileOrNothing(*arguments.junit)) {
    writeAtomically(*arguments.junit, junitXml(none, true, extent));
  }
  if (arguments.sarif && isFileOrNothing(*arguments.sarif)) {
    writeAtomically(*arguments.sarif, sarif(none, versionNumber(), extent));
  }
  if (arguments.html) {
    HtmlOptions options;
    options.extent = extent;
    makeFolder(*arguments.html);
    writeAtomically(pageIn(*arguments.html), htmlReport(none, options));
  }
}

/// Everything that is made of the rows when the run has ended.
void writeReports(const BatchArguments& arguments, const Rows& rows, const Tally& tally,
                  const RunExtent& extent) {
  if (arguments.junit) {
    writeAtomically(*arguments.junit, junitXml(rows, true, extent));
  }
  if (arguments.sarif) {
    writeAtomically(*arguments.sarif, sarif(rows, versionNumber(), extent));
  }
  if (arguments.html) {
    writeHtml(rows, extent, *arguments.html);
  }
  if (arguments.herd) {
    writeHerdLogs(rows, extent, *arguments.herd);
  }
  if (arguments.results == "-") {
    return;  // standard output is for the rows
  }
  ReportArguments report;
  report.colour = arguments.colour;
  const bool colour = useColour(report);
  const std::string table = batchTable(rows, arguments.table, colour);
  Output(std::nullopt).write(table + (table.empty() ? "" : "\n") + batchSummary(tally, colour, extent));
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

/// Reports of results are not written over them.
void requireOtherFiles(const BatchArguments& arguments, const JournalHeader& header) {
  std::vector<OutputFile> outputs = reportFiles(arguments);
  if (arguments.results) {
    outputs.push_back({"--results", *arguments.results});
  }
  for (const auto& [model, hash] : header.models) {
    if (arguments.herd) {
      outputs.push_back({"--herd", herdLogPath(*arguments.herd, model)});
    }
  }
  refuseOverwriting(outputs, arguments.paths);
}

ExitStatus runMerge(const BatchArguments& arguments) {
  const auto [header, rows] = mergeJournals(arguments.paths, arguments.results);
  requireOtherFiles(arguments, header);
  refuseNotAsked(arguments, questionOf(header));
  const auto details = header.options.find("details");
  if (arguments.html && (details == header.options.end() || details->second != "on")) {
    throw UserError("these results contain no reports and pictures", "run the shards with --details");
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
  RunExtent extent;
  extent.asked = questionOf(header);
  writeReports(arguments, rows, tally, extent);
  return status;
}

ExitStatus runCorpus(const BatchArguments& arguments) {
  ModelChoice models(makeModelLibrary(arguments.includes, arguments.search.timeout), modelsOf(arguments),
                     arguments.search.anyDialect);
  if (arguments.failOnRacy) {
    refuseModelsWithoutRaces(models);
  }
  ExitStatus status = tellBrokenModels(models);
  bool devices = false;
  std::optional<PolledInterrupts> interrupts(std::in_place);
  ProgressDisplay display(arguments.progress);
  BatchCalls calls = callsShowing(display, *interrupts, [&](const ResultRow& row) {
    status = graver(status, statusOf(row, arguments));
    devices |= !row.device.empty();
  });
  calls.begin = [&](const RunExtent& extent) { writeUnended(arguments, extent); };
  const BatchResult result = runBatch(batchOptionsOf(arguments), models, calls, interrupts->flag());
  interrupts.reset();  // reports may be interrupted as anything else
  display.clear();
  const std::string hint = arguments.results && arguments.results != "-"
                               ? fmt::format("continue with --resume {}", *arguments.results)
                               : "";
  status = graver(status, tellInterrupt(result.extent, hint));
  if (arguments.shard == Shard{} && result.extent.complete()) {
    status = graver(status, tellModelsWithoutTests(models, result.tally));
    if (!devices && !arguments.observed.empty()) {
      complain({{Severity::Error, {}, "--observe: the results are of none of these tests", ""}});
      status = graver(status, ExitStatus::BadInput);
    }
  }
  if (arguments.promote) {
    tellPromotion(result.promotion);
  }
  writeReports(arguments, result.rows, result.tally, result.extent);
  return status;
}

}  // namespace

ExitStatus runBatchCommand(const BatchArguments& arguments) {
  keepBrokenPipesFromKilling();
  return arguments.merge ? runMerge(arguments) : runCorpus(arguments);
}

}  // namespace hrfcheck::inline cli
