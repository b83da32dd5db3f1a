#pragma once

#include "engine/smt/formula/solver.h"
#include "util/activity.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline engine::smt {

/// What every solver does while a formula is handed to it: it counts, says how far it is, and gives up at the
/// limits of time and size. Once the encoding is complete it does nothing any more.
class EncodingLimits {
 public:
  /// Deadline and activity must outlive it.
  /// @param activity where it says how far it is, if anywhere
  /// @param clauseLimit clauses that the encoding may have; 0 for any number
  EncodingLimits(const Deadline& deadline, Activity* activity, std::uint64_t clauseLimit)
      : deadline_(deadline), activity_(activity), clauseLimit_(clauseLimit) {}

  void complete() { encoding_ = false; }

  /// @throws OutOfTime now and then when the deadline has expired
  void variable(SolverCounts& counts) {
    counts.variables += encoding_ ? 1 : 0;
    look(counts);
  }
  /// @throws OutOfTime now and then when the deadline has expired
  /// @throws TooManyClauses when the encoding exceeds its limit
  void clause(SolverCounts& counts) {
    counts.clauses += encoding_ ? 1 : 0;
    look(counts);
    if (encoding_ && clauseLimit_ != 0 && counts.clauses > clauseLimit_) {
      throw TooManyClauses();
    }
  }

  void tellQuestions(const SolverCounts& counts) {
    if (activity_ != nullptr) {
      activity_->begin("smt", "questions");
      activity_->count = counts.queries;
    }
  }

 private:
  static constexpr std::uint64_t kStepsBetweenLooks = 4096;

  void look(const SolverCounts& counts) {
    if (!encoding_ || ++steps_ % kStepsBetweenLooks != 0) {
      return;
    }
    if (activity_ != nullptr) {
      activity_->count = counts.clauses;
    }
    deadline_.check();
  }

  const Deadline& deadline_;
  Activity* activity_;
  std::uint64_t clauseLimit_;
  bool encoding_ = true;
  std::uint64_t steps_ = 0;
};

}  // namespace hrfcheck::inline engine::smt
