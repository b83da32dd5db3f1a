#pragma once

#include <atomic>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "batch/expect/expectations.h"
#include "batch/expect/promote.h"
#include "batch/output_files.h"
#include "batch/results/journal.h"
#include "batch/worker/worker_pool.h"
#include "report/rows/tally.h"

namespace hrfcheck::inline batch {

/// What the answers of a batch are compared with.
enum class ExpectationMode {
  Auto,        ///< logs beside the tests, conditions for tests without
  Conditions,  ///< conditions only
  None,
  File  ///< a herd7 log or a CSV
};

/// What a batch runs, under which models and limits, and where its results go.
struct BatchOptions {
  std::vector<std::string> paths;  ///< files, folders, @lists
  Unlaunched unlaunched = Unlaunched::Read;
  std::vector<std::string>
      models;  ///< as asked for; none: what the expectations name, else the default model
  /// What the models were read or chosen with beside their texts, for the header of the results: option and
  /// value.
  std::map<std::string, std::string> modelOptions;
  ExpectationMode expect = ExpectationMode::Auto;
  std::string expectFile;
  WorkerOptions worker;
  unsigned workers = 1;
  Shard shard;
  std::optional<std::string> results;  ///< file of JSON lines, "-" for standard output
  bool resume = false;                 ///< continue `results`
  bool retry = false;                  ///< of a resumed run: ask undecided and crashed rows again
  bool promote = false;
  std::vector<OutputFile> reports;  ///< that will be written of it: none may be a file that is read
  std::optional<std::string> herd;  ///< a folder for a log of each model, likewise
  std::vector<std::string> alsoRead =
      {};               ///< files that the caller reads, and that are not to be overwritten
  std::string version;  ///< of hrfcheck, for the header of the results
};

/// What a running batch says of itself.
struct BatchProgress {
  std::size_t testsDone = 0;
  std::size_t tests = 0;       ///< of this shard
  std::size_t testsFound = 0;  ///< of them, by an earlier run that is resumed
  const Tally* tally = nullptr;
};

/// What a batch calls as it proceeds: reports of progress, rows, diagnostics.
struct BatchCalls {
  /// Once, before the first test is asked: what is to be done, none of it done. May be missing.
  std::function<void(const RunExtent&)> begin = {};
  std::function<void(const ResultRow&)> row;                     ///< as they come, in no particular order
  std::function<void(const BatchProgress&)> progress;            ///< often
  std::function<void(const std::vector<Diagnostic>&)> diagnose;  ///< warnings
};

/// The rows of a finished or interrupted batch, with their counts.
struct BatchResult {
  Tally tally;
  Rows rows;  ///< in order; valid as long as the result
  RunExtent extent;
  Promotion promotion;
};

/// Runs a batch: walks the corpus, reads its expectations, asks every test in worker processes, judges rows,
/// writes them to the results file.
/// @throws UserError
BatchResult runBatch(const BatchOptions& options, ModelChoice& models, const BatchCalls& calls,
                     const std::atomic<bool>& cancelled);

}  // namespace hrfcheck::inline batch
