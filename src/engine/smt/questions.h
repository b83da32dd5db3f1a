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
  Questions(Encoding& encoding, std::shared_ptr<const Skeleton> skeleton, const Model& model, SatSolver& solver,
            SmtLibDump& dump, const AnalysisOptions& options);

  Analysis ask();

 private:
  /// Undecided: reported by the solver, remembered in the analysis.
  bool satisfiable(const std::string& title, std::vector<Lit> assumptions);
  Lit someOf(const std::vector<Lit>& literals, const char* name);

  void askConditionFirst();
  void enumerateOutcomes();
  void recordOutcome();
  void blockOutcome(const std::vector<Value>& values);

  void askFlags();
  void askPairs(const FlagQuestion& question);
  void askWhetherRaised(const FlagQuestion& question);
  void harvest(const WitnessReader::Witness& witness);
  void addPair(FlagFinding& finding, EventId a, EventId b, const Execution& execution);
  FlagFinding& finding(std::size_t check, const Execution& execution);
  bool knownPair(std::size_t check, const InstructionPair& pair) const;

  void askIncidents();

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
