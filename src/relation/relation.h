#pragma once

#include <utility>
#include <vector>

#include "relation/event_set.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline relation {

/// A binary relation over the events {0, ..., size-1}: one bit row of successors per event.
/// Binary operations need equal sizes.
class Relation {
 public:
  Relation() = default;
  explicit Relation(std::size_t size) : rows_(size, EventSet(size)) {}

  static Relation identity(const EventSet& set);
  static Relation product(const EventSet& from, const EventSet& to);

  std::size_t size() const { return rows_.size(); }
  bool contains(EventId a, EventId b) const { return rows_[a].contains(b); }
  void insert(EventId a, EventId b) { rows_[a].insert(b); }
  void erase(EventId a, EventId b) { rows_[a].erase(b); }
  /// Adds (a, b) for each b of the set.
  void insertAll(EventId a, const EventSet& set) { rows_[a] |= set; }
  const EventSet& successors(EventId a) const { return rows_[a]; }

  bool empty() const;
  std::size_t count() const;
  bool irreflexive() const;
  bool acyclic() const;

  Relation& operator|=(const Relation& other);
  Relation& operator&=(const Relation& other);
  Relation& operator-=(const Relation& other);
  friend Relation operator|(Relation a, const Relation& b) { return a |= b; }
  friend Relation operator&(Relation a, const Relation& b) { return a &= b; }
  friend Relation operator-(Relation a, const Relation& b) { return a -= b; }
  friend bool operator==(const Relation&, const Relation&) = default;

  /// a;b : pairs (x, z) with x a y and y b z.
  /// @throws OutOfTime when the deadline expires first
  Relation compose(const Relation& other, const Deadline& deadline = {}) const;
  Relation inverse() const;
  /// The least transitive relation that contains this one.
  /// @throws OutOfTime when the deadline expires first
  Relation transitiveClosure(const Deadline& deadline = {}) const;
  EventSet domain() const;
  EventSet range() const;
  /// Only the pairs inside from x to.
  Relation restrictedTo(const EventSet& from, const EventSet& to) const;

  /// Pairs in lexicographic order.
  std::vector<std::pair<EventId, EventId>> pairs() const;

  /// Calls `f(a, b)` for each pair in lexicographic order.
  template <typename F>
  void forEach(F&& f) const {
    for (EventId a = 0; a < rows_.size(); ++a) {
      rows_[a].forEach([&](EventId b) { f(a, b); });
    }
  }

 private:
  std::vector<EventSet> rows_;
};

/// A shortest cycle of `relation` as its events in order (the first is not repeated), or empty when
/// it is acyclic. Deterministic: the cycle through the smallest event among the shortest.
std::vector<EventId> shortestCycle(const Relation& relation);

/// The classes of a symmetric and transitive relation, on its field only, ordered by first member.
/// @throws InternalError when `relation` is not symmetric and transitive.
std::vector<EventSet> classesOf(const Relation& relation);

}  // namespace hrfcheck::inline relation
