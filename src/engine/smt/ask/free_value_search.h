#pragma once

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "engine/circular_values.h"
#include "engine/smt/encode/encoding.h"
#include "engine/smt/formula/solver.h"

namespace hrfcheck::inline engine::smt {

/// Asks an encoding with free reads for the values that findCircularValues gives.
class FreeValueSearch {
 public:
  /// All must outlive the search.
  FreeValueSearch(Encoding& encoding, const EventStructure& structure, const FreeReads& free, Solver& solver);

  CircularSearch run();

 private:
  struct Found;
  /// A comparison of the condition or the filter: the final values that it is about, with the truth that
  /// each write or final register would give it.
  struct Comparison {
    std::optional<ThreadId> thread;  ///< of a register
    EventId write = kNoEvent;        ///< or the write that comes last at the location
    Lit holds = kTrue;
  };

  void prepareReads();
  void prepareComparisons(const Condition& condition);
  void addComparison(const CompareCondition& comparison);
  void preferSmall();
  bool ask(std::vector<Lit> assumptions);
  bool findsAnything(Lit escapes, Lit inexact);
  bool findOne();
  bool askForSmallest(Lit some);
  Lit someOf(const std::vector<Lit>& literals);

  bool isTrue(Lit literal) const { return solver_.value(literal); }
  bool happens(EventId e) const { return isTrue(encoding_.candidate().exec(e)); }
  Found look() const;
  void spread(Found& found) const;
  std::vector<Lit> structureOf(const Found& found) const;
  void pinThreads(const Found& found, std::vector<Lit>& pinned) const;
  void pinReads(const Found& found, std::vector<Lit>& pinned) const;
  void pinComparisons(const Found& found, std::vector<Lit>& pinned) const;
  Value valueOf(EventId read) const;
  LocationId locationOf(EventId read) const;
  Lit returns(EventId read, LocationId location, Value value);
  void learn(const Found& found, std::vector<Lit> literals);

  Encoding& encoding_;
  const EventStructure& structure_;
  const FreeReads& free_;
  Solver& solver_;
  std::vector<EventId> reads_, writes_;
  std::map<EventId, Lit> unknown_;  ///< by free read: it returns a value that is not known, nor like one
  std::vector<Comparison> comparisons_;
  bool tellsTwoVariables_ = false;  ///< some comparison is of two variables
  Lit small_ = kTrue;               ///< open values are small numbers
  std::vector<Lit> smaller_;        ///< each makes one of them smaller, those of most weight first
  bool isLastSatisfied_ = false;
  Lit exact_ = kTrue;  ///< nothing escapes, and circuits tell all that is computed
  std::set<std::pair<LocationId, Value>> values_;
};

}  // namespace hrfcheck::inline engine::smt
