#pragma once

#include "engine/smt/encoding.h"
#include "engine/smt/sat_solver.h"
#include "engine/smt/smtlib_dump.h"
#include "engine/smt/witness.h"

namespace hrfcheck::smt {

/// Asks one encoding everything that an analysis wants to know.
class Questions {
 public:
  /// All must outlive the questions.
  Questions(Encoding& encoding, std::shared_ptr<const Skeleton> skeleton, const Model& model,
            SatSolver& solver, SmtLibDump& dump, const AnalysisOptions& options);

  /// @throws OutOfTime when the deadline expires before anything can be asked
  Analysis ask();

 private:
  /// False, too, once the analysis is undecided, which a solver that gives up makes it.
  bool satisfiable(const std::string& title, std::vector<Lit> assumptions);
  Lit someOf(const std::vector<Lit>& literals, const char* name);

  void askConditionFirst();
  void enumerateOutcomes();
  void recordOutcome();
  void blockOutcome(const std::vector<Value>& values);

  void askFlags(const std::vector<FlagQuestion>& questions);
  void askPairs(const FlagQuestion& question);
  void askWhetherRaised(const FlagQuestion& question);
  void harvest(const WitnessReader::Witness& witness);
  bool knownPair(std::size_t check, const InstructionPair& pair) const;

  void askIncidents(std::vector<IncidentQuestion> open);

  Encoding& encoding_;
  const Program& program_;
  const Model& model_;
  SatSolver& solver_;
  SmtLibDump& dump_;
  const AnalysisOptions& options_;
  WitnessReader witnesses_;
  Analysis analysis_;
  Lit notYetSeen_ = kTrue;  ///< guards the clauses that exclude the outcomes found so far
  std::map<std::size_t, FlagFinding> findings_;
  std::map<std::size_t, std::map<InstructionPair, Execution>> pairs_;
};

}  // namespace hrfcheck::smt
