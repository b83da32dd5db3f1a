#pragma once

#include <functional>
#include <map>
#include <vector>

#include "engine/smt/encode/thread_code.h"
#include "engine/smt/formula/pair_literals.h"
#include "execution/execution.h"

namespace hrfcheck::inline engine::smt {

/// The order in which threads come to barriers that open before everybody has come (Barrier::opensEarly), as
/// literals. Those that open the barrier are put in the order of the events, so that each choice of late
/// arrivals has one order.
class ArrivalOrders {
 public:
  /// Adds the clauses.
  ArrivalOrders(Formula& formula, const EventStructure& structure, const ProgramCode& code);

  /// The thread of one arrival has not gone on before the other arrival, given that both happen and the
  /// barrier opens.
  Lit waitsFor(EventId arrival, EventId other) const;
  /// One arrival comes before the other, for those of one barrier.
  const PairLiterals& before() const { return before_; }
  /// @param holds the value of a literal in a solution
  LateArrivals late(const EventStructure& structure, const ProgramCode& code,
                    const std::function<bool(Lit)>& holds) const;

 private:
  void order(Formula& formula, const ProgramCode& code, std::size_t needed,
             const std::vector<EventId>& arrivals);

  std::map<std::uint32_t, std::vector<EventId>> arrivals_;  ///< by barrier that opens early
  std::map<EventId, Lit> early_;                            ///< by arrival: among those that open the barrier
  PairLiterals before_;
  PairLiterals waitsFor_;
};

}  // namespace hrfcheck::inline engine::smt
