#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cat/library.h"
#include "jobs/shard.h"
#include "machine/machine.h"
#include "suite/corpus/grammar.h"
#include "suite/tally.h"

namespace hrfcheck::inline suite {

/// Which programs of a corpus are taken.
struct SuiteSample {
  std::uint64_t programs = 0;  ///< the number of random programs, in addition to all message-passing ones
  std::uint64_t seed = 1;
};

/// Which programs a suite runs, on which machine, and against which model.
struct SuiteOptions {
  SimulationOptions simulation;  ///< the machine
  SuiteLocations locations = SuiteLocations::Any;
  unsigned operations = 3;  ///< in all threads together, at most
  unsigned threads = 2;
  std::vector<std::string> models;  ///< one; or two, to see where they differ (P5)
  bool mutants = false;             ///< the machine without each of its rules in turn (P4)
  std::optional<SuiteSample> sample;
  double timeout = 60;  ///< seconds for one program on one machine; 0 for none
  unsigned workers = 1;
  Shard shard;
  std::optional<std::string> results;  ///< file of JSON lines
  bool resume = false;                 ///< continue `results`
  std::string version;                 ///< of hrfcheck, for the header of the results
};

/// How far a suite has come.
struct SuiteProgress {
  std::uint64_t done = 0;  ///< pieces of the corpus
  std::uint64_t pieces = 0;
  std::uint64_t found = 0;  ///< pieces that an earlier run has done
  const SuiteTally* tally = nullptr;
};

/// A rule switched off, and the smallest program on which that breaks what is owed.
struct SuiteMutant {
  std::string rule;
  std::optional<SuiteFinding> killer;
  /// There is none so far, and some program that might be one was not decided.
  bool undecided = false;
};

/// What a suite found, and how much of the corpus is left.
struct SuiteResult {
  SuiteTally tally;
  std::vector<SuiteMutant> mutants;  ///< with SuiteOptions::mutants
  std::uint64_t piecesLeft = 0;      ///< not done, after an interrupt

  /// P1 or P2 is broken, or a mutant survives all programs.
  bool failed() const;
  /// Something was not settled: a limit, an interrupt.
  bool undecided() const;
};

/// Whether the machine owes a race-free program what its model allows, and not SC.
/// @throws UserError for an unknown machine
bool owesModel(const SimulationOptions& machine);

/// Runs a generated corpus on a machine against a model, in worker processes.
/// @param progress called often
/// @throws UserError
SuiteResult runSuite(const SuiteOptions& options, const ModelLibrary& library,
                     const std::function<void(const SuiteProgress&)>& progress,
                     const std::atomic<bool>& cancelled);

/// The options that decide what comes out, by name, as the header of a results file and reports have them.
std::map<std::string, std::string> suiteDescription(const SuiteOptions& options);

/// The model whose races decide what the machine owes, by default (docs/suite.md, "What is asked").
/// @throws UserError for an unknown machine, and for one whose file names no model
std::string suiteModelFor(const SimulationOptions& machine);

}  // namespace hrfcheck::inline suite
