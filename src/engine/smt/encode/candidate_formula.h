#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cat/model/model.h"
#include "engine/smt/encode/arrival_orders.h"
#include "engine/smt/encode/ended_threads.h"
#include "engine/smt/encode/thread_code.h"
#include "engine/smt/formula/pair_literals.h"

namespace hrfcheck::inline engine::smt {

/// What holds in every candidate that is of interest, since a model requires it.
struct KnownOfModel {
  Relation coherence;                    ///< execution/bounds/must_co.h
  std::vector<LocationId> updateChains;  ///< execution/elimination/update_chains.h
};

/// All candidate executions of a structure as a formula: threads, reads-from, coherence, barriers. Models of
/// the formula's clauses and candidates correspond one to one, up to variables about events that do not
/// happen.
class CandidateFormula {
 public:
  /// Adds the clauses. Formula and structure must outlive the candidate.
  /// @param free reads that may return what no write computes from the test's constants, or null
  CandidateFormula(Formula& formula, const EventStructure& structure, SpinningRuns spinning,
                   const KnownOfModel& known, const FreeReads* free = nullptr);

  const EventStructure& structure() const { return structure_; }
  const Deadline& deadline() const { return formula_.deadline(); }
  std::size_t size() const { return structure_.size(); }
  const ProgramCode& code() const { return code_; }
  Lit exec(EventId e) const { return code_.events[e].exec; }

  /// All threads complete.
  Lit complete() const { return complete_; }
  /// The value of a variable in the final state; meaningful where `complete` holds.
  GuardedValues finalValue(const StateVariable& v) const;

  /// The relations that depend on choices: Rf Co Addr Data Ctrl Loc SyncBarrier; null for static ones.
  const PairLiterals* dynamicRelation(BaseRelation relation) const;
  /// Whether events whose membership in a tag's set depends on the execution are in it, on the diagonal; null
  /// where there are none.
  const PairLiterals* conditionalMembers(const std::string& tag) const {
    const auto found = conditionalTags_.find(tag);
    return found == conditionalTags_.end() ? nullptr : &found->second;
  }
  const PairLiterals& rf() const { return rf_; }
  const PairLiterals& co() const { return co_; }
  const ArrivalOrders& arrivalOrders() const { return arrivalOrders_; }

  /// Pairs of events that may both happen; symmetric, the diagonal holds what may happen at all.
  const Relation& together() const { return together_; }
  /// (a, b): b happens whenever a does, as far as is seen.
  const Relation& implied() const { return implied_; }

 private:
  void encodeLocations();
  void encodeCoherence(const Relation& known);
  void encodeFinalWrites(const std::vector<LocationId>& chains);
  std::optional<GuardedValues> afterUpdates(LocationId location, const std::vector<EventId>& updates);
  void encodeReadsFrom();
  Lit mayRead(EventId write, EventId read);
  void encodeBarriers();
  Lit enoughArrive(EventId arrive);
  bool barriersMayCross();
  void orderBarriers();
  void encodeDependencies();
  void encodeSpinning();
  void readLast(EventId read, Lit when);
  void encodeConditionalTags();
  void relateExecutions();

  Formula& formula_;
  const EventStructure& structure_;
  ProgramCode code_;
  ArrivalOrders arrivalOrders_;
  EndedThreads ended_;
  Lit complete_ = kTrue;
  PairLiterals rf_, co_, loc_, addr_, data_, ctrl_, syncBarrier_;
  std::map<std::string, PairLiterals> conditionalTags_;
  std::vector<EventId> reads_, writes_, accesses_;
  std::vector<GuardedValues> finalMemory_;  ///< by location
  Relation together_, implied_;
};

}  // namespace hrfcheck::inline engine::smt
