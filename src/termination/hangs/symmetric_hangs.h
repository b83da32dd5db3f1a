#pragma once

#include <optional>
#include <vector>

#include "relation/components.h"
#include "termination/hangs/fair_sets.h"
#include "termination/system/quotient.h"

namespace hrfcheck::inline termination {

/// The ways in which a program may hang, found up to renaming of threads; hangs.h for schedulers to whom
/// thread numbers are nothing. Schedules are told in threads; their states are those of the quotient.
class SymmetricHangs {
 public:
  /// @param quotient must outlive this
  explicit SymmetricHangs(Quotient& quotient);

  bool stuck() const;
  /// @param fair of a scheduler for which ignoresThreadNumbers holds
  std::optional<Lasso> hangUnder(const FairSets& fair) const;

 private:
  struct Slots;
  class LoopFinder;

  void lookAt(std::uint32_t component);
  Lasso deadlock() const;
  Lasso lassoIn(std::uint32_t component, const FairSets& fair, const Slots& slots) const;

  Quotient* quotient_;
  Components components_;
  std::vector<bool> reachesEnd_;       ///< by component
  std::vector<std::uint32_t> cyclic_;  ///< by first state
  std::optional<StateId> deadlock_;
};

}  // namespace hrfcheck::inline termination
