#pragma once

#include <vector>

#include "execution/execution.h"

namespace hrfcheck::inline check {

/// A total order of the events of an execution, in which a report lists them.
struct EventOrder {
  std::vector<EventId> events;  ///< everything that happened, without initial writes
  unsigned switches = 0;        ///< the number of context switches
  /// What the order respects beside program order: reads-from, coherence and from-read, so that each read
  /// returns the last write before it (an interleaving); reads-from only; nothing.
  enum class Respects { Interleaving, ReadsFrom, ProgramOrder } respects = Respects::Interleaving;
};

/// The order with fewest context switches, of those that respect most.
EventOrder simplestOrder(const Execution& execution);

/// How simple an execution is: fewest context switches, then fewest edges between threads (reads-from, and
/// coherence between neighbours).
struct Simplicity {
  unsigned respects;  ///< 0 for an interleaving
  unsigned switches;
  std::size_t edges;

  friend auto operator<=>(const Simplicity&, const Simplicity&) = default;
};
Simplicity simplicityOf(const Execution& execution);

}  // namespace hrfcheck::inline check
