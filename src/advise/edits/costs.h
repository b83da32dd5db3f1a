#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "program/ir/annotation.h"

namespace hrfcheck::inline advise {

using Cost = std::uint64_t;

/// What annotations cost, and what it costs to change them (docs/repair.md, "Costs").
struct Costs {
  Cost relaxed = 0;
  Cost consume = 1;
  Cost acquire = 1;
  Cost release = 1;
  Cost acquireRelease = 2;
  Cost sequentiallyConsistent = 3;
  Cost scope = 4;  ///< for each level, and so for each level that an edit widens a scope by
  Cost remote = 2;
  Cost fence = 6;       ///< for each that is inserted, on top of its order and scope
  Cost atomic = 8;      ///< for each ordinary access that becomes atomic, on top of its order and scope
  Cost barrier = 4;     ///< for each address space that an edit lets a barrier order
  Cost newBarrier = 8;  ///< for each that is inserted, on top of the address spaces that it orders
  Cost other =
      1;  ///< for each order or scope that an edit changes in another direction than to a stronger one

  /// Of an annotation: its order, its scope by levels, and whether it is remote.
  /// @param swaps it is that of a compare-exchange: the order for failure counts, too
  Cost of(const Annotation& annotation, bool swaps = false) const;
  /// Of changing one into the other.
  Cost ofChange(const Annotation& from, const Annotation& to, bool swaps = false) const;
  Cost ofOrder(Order order) const;
  /// Of changing which address spaces a barrier orders.
  Cost ofSpaces(const FenceSpaces& from, const FenceSpaces& to) const;
};

/// A row of the table: the name in a file of costs, where it is kept, and what it means.
struct CostRow {
  std::string_view name;
  Cost Costs::*cost;
  std::string_view meaning;
};
extern const std::array<CostRow, 13> kCostRows;

}  // namespace hrfcheck::inline advise
