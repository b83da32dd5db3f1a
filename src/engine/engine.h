#pragma once

#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cat/model/model.h"
#include "engine/prepared_test.h"
#include "execution/witness/witness.h"
#include "util/activity.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline engine {

/// One distinct final state of the observed variables, and an execution that ends in it.
struct Outcome {
  std::vector<Value> values;  ///< in the order of Program::observed
  bool satisfiesCondition = false;
  Witness witness;
};

/// Two instructions that a flag's relation relates, in either direction; first < second.
struct FlagPair {
  InstructionRef first;
  InstructionRef second;
  Witness witness;
};

/// A flag (or failed undefined_unless) raised by some consistent candidate execution, complete or not.
struct FlagFinding {
  std::size_t check;  ///< index into Model::checks
  std::vector<FlagPair>
      pairs;        ///< all instruction pairs over all executions, sorted; empty for flags without pairs
  Witness witness;  ///< some execution that raises it
};

/// How an execution may fail to complete, apart from spinning.
enum class IncidentKind {
  BoundReached,       ///< a loop would continue after the unrolling bound
  BarrierDivergence,  ///< a thread waits at a barrier that others of its scope instance never reach
  Fault               ///< an access outside every location, or an operand without a value (arithmetic.h)
};

/// A consistent candidate execution that does not run to its end; one per kind and instruction.
struct Incident {
  IncidentKind kind;
  InstructionRef where;
  Witness witness;
};

/// Counts for `--stats`; what they count depends on the engine. Stable order of keys.
using Statistics = std::vector<std::pair<std::string, std::uint64_t>>;

/// Everything an engine finds out about a test under a model.
struct Analysis {
  std::vector<Outcome> outcomes;  ///< sorted by values
  /// Final states that were found and are not in `outcomes` (AnalysisOptions::mostOutcomes): those that
  /// satisfy the condition, and those that do not.
  std::pair<std::uint64_t, std::uint64_t> unlistedOutcomes{0, 0};
  std::vector<FlagFinding> flags;   ///< by check index
  std::vector<Incident> incidents;  ///< sorted by kind and place
  /// Consistent complete executions that satisfy the condition and that do not, where the engine counts them;
  /// it need not where a loop reaches its bound.
  std::optional<std::pair<std::uint64_t, std::uint64_t>> executionCounts;
  /// Set when the answer is not complete: "time limit", "solver: ...". What was found is valid; what was not
  /// found means nothing.
  std::optional<std::string> undecided;
  /// Explicit engine, where it gave up at a limit: how many candidates take as long as the whole search, as
  /// it expects.
  std::optional<double> expectedCandidates;
  /// AnalysisOptions::until was found, and flags and incidents were not looked for any longer, which leaves
  /// the analysis undecided.
  bool foundUntil = false;
  Statistics statistics;
  std::optional<double> solverSeconds;  ///< spent inside the solver, where there is one

  /// Final states that were found, listed or not.
  std::uint64_t outcomesFound() const {
    return outcomes.size() + unlistedOutcomes.first + unlistedOutcomes.second;
  }
};

/// Which final states an analysis looks for.
enum class OutcomeSearch {
  None,
  Condition,  ///< one final state that satisfies the condition and one that does not, where there are such
  All         ///< every final state
};

/// Analysis::undecided where AnalysisOptions::clauseLimit was reached.
inline constexpr const char* kClauseLimitReached = "clause limit";

/// What is enough of all flags.
struct EnoughFlags {
  std::size_t check;  ///< index into Model::checks
  std::optional<InstructionPair>
      pair;  ///< this pair of it; without, any, or that it is raised if it has none
};

/// What an analysis looks for, how, and within which limits.
struct AnalysisOptions {
  OutcomeSearch outcomes = OutcomeSearch::All;
  /// About so many final states are listed, among them one that satisfies the condition and one that does not
  /// where there are such; the others are only counted. 0: all are listed. The reference engine lists them
  /// all.
  std::uint64_t mostOutcomes = 0;
  bool flags = true;  ///< find every pair of every flag
  /// Look at one of several executions that differ only in the names of interchangeable threads, and conclude
  /// for the others (program/symmetry/symmetry.h). The answer is the same; so are its counts.
  bool symmetry = true;
  /// SMT engine: enumerate outcomes within one search rather than by excluding them one by one.
  bool enumerateInSearch = true;
  /// As soon as this is found, neither flags nor incidents need be looked for any longer.
  std::optional<EnoughFlags> until;
  /// Explicit engine, without symmetry, and reference: called for each consistent and complete execution that
  /// satisfies the condition, once (with the first of its linearisations); false ends the analysis.
  std::function<bool(const Witness&)> eachSatisfying;
  Deadline deadline;
  Activity* activity = nullptr;  ///< where the engine says what it is at, if anywhere
  /// Candidate executions the explicit engine may look at before it gives up, and in proportion the runs of
  /// single threads and their combinations; 0 means no limit.
  std::uint64_t candidateLimit = 0;
  /// The limit is where another engine would take over: the explicit engine continues where it expects to be
  /// done sooner than that.
  bool mayExceedLimit = false;
  /// Clauses after which the SMT engine gives up before it asks the solver anything; 0 means no limit.
  std::uint64_t clauseLimit = 0;
  /// Where the SMT engine writes its formula in SMT-LIB 2, if anywhere.
  std::ostream* dumpSmt2 = nullptr;
};

/// What can be asked of a program and a model. Two engines answer; they share the syntax trees, the structure
/// and the execution type, nothing else. Everything comes from executions that pass every requirement of the
/// model. Those that do not complete give flags and incidents, never outcomes. A filter speaks of final
/// states: of the executions that complete it leaves those that pass, and of the others the incidents alone.
class Engine {
 public:
  virtual ~Engine() = default;
  virtual std::string name() const = 0;
  virtual Analysis analyse(const PreparedTest& test, const AnalysisOptions& options) = 0;
};

/// Searches candidate executions with pruning.
std::unique_ptr<Engine> makeExplicitEngine();
/// Enumerates candidate executions one by one, without pruning or symmetry: obviously right, what the other
/// engines are tested against, and the judge of `--plain`. It lists all that there is, whatever is enough
/// (AnalysisOptions::until, mostOutcomes).
std::unique_ptr<Engine> makeReferenceEngine();
/// Asks Z3. Every execution it reports has been re-checked by the Evaluator.
std::unique_ptr<Engine> makeSmtEngine();
/// The version of the Z3 library in use, "4.8.12".
std::string smtSolverVersion();

}  // namespace hrfcheck::inline engine
