#include "relation/relation.h"

#include <algorithm>

namespace hrfcheck::inline relation {

Relation Relation::identity(const EventSet& set) {
  Relation r(set.size());
  set.forEach([&](EventId e) { r.insert(e, e); });
  return r;
}

Relation Relation::product(const EventSet& from, const EventSet& to) {
  Relation r(from.size());
  from.forEach([&](EventId e) { r.rows_[e] = to; });
  return r;
}

bool Relation::empty() const {
  return std::all_of(rows_.begin(), rows_.end(), [](const EventSet& row) { return row.empty(); });
}

std::size_t Relation::count() const {
  std::size_t n = 0;
  for (const EventSet& row : rows_) {
    n += row.count();
  }
  return n;
}

bool Relation::irreflexive() const {
  for (EventId e = 0; e < rows_.size(); ++e) {
    if (rows_[e].contains(e)) {
      return false;
    }
  }
  return true;
}

/// Peels off events without successors among the rest; what cannot be peeled lies on or before a cycle.
bool Relation::acyclic() const {
  EventSet rest = EventSet::full(rows_.size());
  for (bool changed = true; changed;) {
    changed = false;
    for (EventId e = 0; e < rows_.size(); ++e) {
      if (rest.contains(e) && !rows_[e].intersects(rest)) {
        rest.erase(e);
        changed = true;
      }
    }
  }
  return rest.empty();
}

Relation& Relation::operator|=(const Relation& other) {
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    rows_[i] |= other.rows_[i];
  }
  return *this;
}

Relation& Relation::operator&=(const Relation& other) {
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    rows_[i] &= other.rows_[i];
  }
  return *this;
}

Relation& Relation::operator-=(const Relation& other) {
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    rows_[i] -= other.rows_[i];
  }
  return *this;
}

Relation Relation::compose(const Relation& other, const Deadline& deadline) const {
  Relation result(size());
  PacedLook look(deadline);
  for (EventId a = 0; a < rows_.size(); ++a) {
    EventSet& row = result.rows_[a];
    rows_[a].forEach([&](EventId b) {
      row |= other.rows_[b];
      look.spend(row.words().size());
    });
  }
  return result;
}

Relation Relation::inverse() const {
  Relation result(size());
  forEach([&](EventId a, EventId b) { result.insert(b, a); });
  return result;
}

/// Warshall on bit rows.
Relation Relation::transitiveClosure(const Deadline& deadline) const {
  Relation result = *this;
  PacedLook look(deadline);
  for (EventId k = 0; k < rows_.size(); ++k) {
    for (EventId a = 0; a < rows_.size(); ++a) {
      if (result.rows_[a].contains(k)) {
        result.rows_[a] |= result.rows_[k];
        look.spend(result.rows_[a].words().size());
      }
    }
  }
  return result;
}

EventSet Relation::domain() const {
  EventSet set(size());
  for (EventId a = 0; a < rows_.size(); ++a) {
    if (!rows_[a].empty()) {
      set.insert(a);
    }
  }
  return set;
}

EventSet Relation::range() const {
  EventSet set(size());
  for (const EventSet& row : rows_) {
    set |= row;
  }
  return set;
}

Relation Relation::restrictedTo(const EventSet& from, const EventSet& to) const {
  Relation result(size());
  from.forEach([&](EventId a) { result.rows_[a] = rows_[a] & to; });
  return result;
}

std::vector<std::pair<EventId, EventId>> Relation::pairs() const {
  std::vector<std::pair<EventId, EventId>> result;
  forEach([&](EventId a, EventId b) { result.emplace_back(a, b); });
  return result;
}

}  // namespace hrfcheck::inline relation
