#include <fmt/format.h>

#include <chrono>
#include <map>
#include <memory>
#include <optional>

#include "batch/results/journal.h"
#include "cli/asked_models.h"
#include "cli/batch_status.h"
#include "cli/commands/commands.h"
#include "cli/corpus_run.h"
#include "cli/interrupt.h"
#include "cli/model_folders.h"
#include "cli/output/batch_reports.h"
#include "cli/output/output.h"
#include "cli/output/progress_display.h"
#include "cli/output/version.h"
#include "frontend/compilers/module_cache.h"
#include "util/hash.h"
#include "util/mapped.h"

namespace hrfcheck::inline cli {
namespace {

/// Those of the command line that are models.
std::vector<std::string> modelsOf(const BatchArguments& arguments) {
  std::vector<std::string> models = arguments.models;
  std::erase(models, kProgressModel);
  return models;
}

std::map<std::string, std::string> answerOptionsOf(const BatchArguments& arguments) {
  std::map<std::string, std::string> options = modelOptionsOf(arguments.includes);
  if (arguments.search.anyDialect) {
    options["any-dialect"] = "on";
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
  if (arguments.herdCounts) {
    options["herd-counts"] = "on";
  }
  if (!arguments.observed.empty()) {
    std::string texts = concatenated(arguments.observed, [&](const std::string& file) {
      return hashText(readSource(file)->text()) + " ";
    });
    options["observe"] = hashText(texts);
  }
  return options;
}

BatchOptions batchOptionsOf(const BatchArguments& arguments) {
  BatchOptions options;
  options.paths = arguments.paths;
  options.unlaunched = arguments.skipUnlaunched ? Unlaunched::Skip : Unlaunched::Read;
  options.models = arguments.models;
  options.modelOptions = answerOptionsOf(arguments);
  options.expect = arguments.expect;
  options.expectFile = arguments.expectFile;
  options.worker = workerOptionsOf(arguments.search, arguments.workers, arguments.launch);
  options.worker.launch.modules = frontend::via::cacheForRun();
  options.worker.question = arguments.question;
  options.worker.details = arguments.details;
  options.worker.repair = arguments.repair;
  options.worker.countExecutions = arguments.herdCounts;
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
  if (arguments.baseline) {
    options.alsoRead.push_back(*arguments.baseline);
  }
  options.version = versionNumber();
  return options;
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
  Output(std::nullopt).writeLines(text);
}

/// Reports of results are not written over them.
void requireOtherOutputs(const BatchArguments& arguments, const JournalHeader& header) {
  std::vector<OutputFile> outputs = reportFiles(arguments);
  if (arguments.results) {
    outputs.push_back({"--results", *arguments.results});
  }
  for (const auto& [model, hash] : header.models) {
    if (arguments.herd) {
      outputs.push_back({"--herd", herdLogPath(*arguments.herd, model)});
    }
  }
  std::vector<std::string> inputs = arguments.paths;
  if (arguments.baseline) {
    inputs.push_back(*arguments.baseline);
  }
  refuseOverwriting(outputs, inputs);
}

/// The results of --baseline.
/// @throws UserError also where they are of another part of the corpus
std::optional<BaselineFile> baselineOf(const BatchArguments& arguments) {
  if (!arguments.baseline) {
    return std::nullopt;
  }
  BaselineFile file = readBaseline(*arguments.baseline);
  if (file.shard != arguments.shard && file.shard != Shard{}) {
    throw UserError(fmt::format("{} has the results of one shard only: {} of {}", *arguments.baseline,
                                file.shard.number, file.shard.of),
                    "--merge the results of all shards first");
  }
  return file;
}

/// What has changed, where there is something to compare with.
std::optional<Changes> changesOf(const std::optional<BaselineFile>& baseline, const Shard& shard,
                                 const Rows& rows, const RunExtent& extent) {
  if (!baseline) {
    return std::nullopt;
  }
  Changes changes = changesSince(baseline->rows, rows, extent.complete() && baseline->shard == shard);
  if (changes.common == 0) {
    complain({{Severity::Warning,
               {},
               fmt::format("{} has no row in common with this run", changes.file),
               "rows are compared by the path of the test and the name of the model"}});
  }
  return changes;
}

/// For how long something has been going on, in seconds.
class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// What rows mean for the exit status, and why.
struct RowsJudged {
  ExitStatus status = ExitStatus::Done;
  std::map<std::string, std::size_t> unwanted = {};

  void add(const ResultRow& row, const BatchArguments& arguments) {
    status = graver(status, statusOf(row, arguments));
    for (const std::string& words : unwantedIn(row, arguments)) {
      ++unwanted[words];
    }
  }
};

ExitStatus runMerge(const BatchArguments& arguments) {
  const RunFacts facts = factsAtStart(arguments);
  const std::optional<BaselineFile> baseline = baselineOf(arguments);
  const auto [header, rows] = mergeJournals(arguments.paths, arguments.results);
  requireOtherOutputs(arguments, header);
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
  RowsJudged judged;
  rows([&](const ResultRow& row) {
    tally.add(row);
    judged.add(row, arguments);
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
  writeReports(arguments,
               {rows, tally, extent, facts, changesOf(baseline, {}, rows, extent), judged.unwanted});
  return judged.status;
}

ExitStatus runCorpus(const BatchArguments& arguments) {
  RunFacts facts = factsAtStart(arguments);
  const Stopwatch watch;
  const std::optional<BaselineFile> baseline = baselineOf(arguments);
  ModelChoice models(makeModelLibrary(arguments.includes, arguments.search.timeout), modelsOf(arguments),
                     arguments.search.anyDialect);
  if (arguments.failOnRacy) {
    refuseModelsWithoutRaces(models);
  }
  RowsJudged judged{tellBrokenModels(models), {}};
  ExitStatus& status = judged.status;
  bool devices = false;
  std::optional<PolledInterrupts> interrupts(std::in_place);
  ProgressDisplay display(arguments.progress);
  BatchCalls calls = callsShowing(display, *interrupts, [&](const ResultRow& row) {
    judged.add(row, arguments);
    devices |= !row.device.empty();
  });
  calls.begin = [&](const RunExtent& extent) { writeUnended(arguments, facts, extent); };
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
      complain({{Severity::Error, {}, "--observe: the results are not for any of these tests", ""}});
      status = graver(status, ExitStatus::BadInput);
    }
  }
  if (arguments.promote) {
    tellPromotion(result.promotion);
  }
  facts.seconds = watch.seconds();
  writeReports(arguments,
               {result.rows, result.tally, result.extent, facts,
                changesOf(baseline, arguments.shard, result.rows, result.extent), judged.unwanted});
  return status;
}

}  // namespace

ExitStatus runBatchCommand(const BatchArguments& arguments) {
  keepBrokenPipesFromKilling();
  return arguments.merge ? runMerge(arguments) : runCorpus(arguments);
}

}  // namespace hrfcheck::inline cli
