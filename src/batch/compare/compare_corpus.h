#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "batch/batch.h"
#include "batch/compare/comparison.h"
#include "batch/output_files.h"

namespace hrfcheck::inline batch {

/// What a comparison runs, with how many workers, and on which basis it compares.
struct CompareOptions {
  std::vector<std::string> paths;  ///< files, folders, @lists
  WorkerOptions worker;
  unsigned workers = 1;
  Basis basis = Basis::Promises;
  std::vector<OutputFile> reports;  ///< that are written afterwards: not over anything that is read
};

/// The comparison, and how much of the corpus it covers.
struct CompareResult {
  Comparison comparison;
  RunExtent extent;
  bool unreadable = false;  ///< something of the corpus could not be looked into
};

/// Asks every test of a corpus under all models that were asked for and apply, in worker processes, and
/// compares their answers.
/// @throws UserError
CompareResult compareCorpus(const CompareOptions& options, ModelChoice& models, const BatchCalls& calls,
                            const std::atomic<bool>& cancelled);

}  // namespace hrfcheck::inline batch
