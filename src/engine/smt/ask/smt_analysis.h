#pragma once

#include <map>
#include <set>

#include "engine/orbits.h"
#include "engine/smt/ask/witness.h"
#include "engine/smt/encode/encoding.h"
#include "engine/smt/formula/smtlib_dump.h"
#include "engine/smt/formula/solver.h"

namespace hrfcheck::inline engine::smt {

/// Asks one encoding everything that an analysis wants to know.
class SmtAnalysis {
 public:
  /// All must outlive the questions.
  /// @param orbits over whose observed() the encoding's outcomes are
  SmtAnalysis(Encoding& encoding, const std::shared_ptr<const EventStructure>& structure, const Model& model,
              const Orbits& orbits, Solver& solver, SmtLibDump& dump, const AnalysisOptions& options);

  /// @throws OutOfTime when the deadline expires before anything can be asked
  Analysis ask();

 private:
  /// False, too, once the analysis is undecided, which a solver that gives up makes it.
  void askAll(const std::vector<FlagQuestion>& flags, const std::vector<IncidentQuestion>& incidents);
  bool satisfiable(const std::string& title, std::vector<Lit> assumptions);
  Lit someOf(const std::vector<Lit>& literals, const char* name);

  void askConditionFirst();
  void enumerateOutcomes();
  bool enumerateInSearch();
  void recordOutcome();
  bool listsMore() const;
  std::vector<Value> shownValues() const;
  void exclude(const std::vector<Value>& values);

  void askFlags(const std::vector<FlagQuestion>& questions);
  void askPairs(const FlagQuestion& question);
  void askWhetherRaised(const FlagQuestion& question);
  void harvest(const WitnessReader::Checked& witness);
  void harvestPair(std::size_t check, const InstructionPair& pair, const Witness& witness);
  bool knownPair(std::size_t check, const InstructionPair& pair) const;
  bool enoughFlags() const;
  bool conditionSettled() const;

  void askIncidents(std::vector<IncidentQuestion> open);

  Encoding& encoding_;
  const Program& program_;
  const Model& model_;
  const Orbits& orbits_;
  Solver& solver_;
  SmtLibDump& dump_;
  const AnalysisOptions& options_;
  WitnessReader witnesses_;
  Analysis analysis_;
  Lit representatives_ = kTrue;  ///< restricts to executions that stand for all (program/symmetry/symmetry.h)
  Lit notYetSeen_ = kTrue;       ///< guards the clauses that exclude the outcomes found so far
  bool untilHasPairs_ = false;   ///< the flag of AnalysisOptions::until may relate instructions
  std::map<std::size_t, FlagFinding> findings_;
  std::map<std::size_t, std::map<InstructionPair, Witness>> pairs_;
  /// By check: the pairs found, and what renamed threads make of them.
  std::map<std::size_t, std::set<InstructionPair>> known_;
};

}  // namespace hrfcheck::inline engine::smt
