#pragma once

#include <functional>
#include <vector>

#include "relation/relation.h"

namespace hrfcheck::inline execution {

/// What `linearisations(set, order, within)` ranges over, on one execution.
struct Linearisations {
  EventSet set;
  Relation order;
  /// The classes inside which the order is total; one class, the set itself, where there is no `within`.
  /// Disjoint; parts of `set`.
  std::vector<EventSet> classes;
};

/// Calls `visit` with every strict total order of each class that contains `order` restricted to the class,
/// in lexicographic order of the sequences; nothing is related across classes. Not at all when the restricted
/// order is cyclic. Stops early when `visit` returns false, and returns false then.
bool forEachLinearisation(const Linearisations& of, const std::function<bool(const Relation&)>& visit);

/// Whether `chosen` is one of them.
bool isLinearisation(const Linearisations& of, const Relation& chosen);

}  // namespace hrfcheck::inline execution
