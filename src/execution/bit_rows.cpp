#include "execution/bit_rows.h"

#include <algorithm>
#include <bit>

namespace hrfcheck {

void BitRows::clear() {
  std::fill(bits_.begin(), bits_.end(), 0);
}

bool BitRows::empty() const {
  return std::all_of(bits_.begin(), bits_.end(), [](std::uint64_t w) { return w == 0; });
}

BitRows& BitRows::operator|=(const BitRows& other) {
  for (std::size_t i = 0; i < bits_.size(); ++i) {
    bits_[i] |= other.bits_[i];
  }
  return *this;
}

BitRows& BitRows::operator&=(const BitRows& other) {
  for (std::size_t i = 0; i < bits_.size(); ++i) {
    bits_[i] &= other.bits_[i];
  }
  return *this;
}

BitRows& BitRows::operator-=(const BitRows& other) {
  for (std::size_t i = 0; i < bits_.size(); ++i) {
    bits_[i] &= ~other.bits_[i];
  }
  return *this;
}

void BitRows::composeOf(const BitRows& a, const BitRows& b) {
  clear();
  for (std::size_t i = 0; i < rows_; ++i) {
    std::uint64_t* out = row(i);
    a.forEachIn(i, [&](std::size_t j) {
      const std::uint64_t* in = b.row(j);
      for (std::size_t w = 0; w < words_; ++w) {
        out[w] |= in[w];
      }
    });
  }
}

void BitRows::inverseOf(const BitRows& a) {
  clear();
  for (std::size_t i = 0; i < rows_; ++i) {
    a.forEachIn(i, [&](std::size_t j) { row(j)[i / 64] |= std::uint64_t{1} << (i % 64); });
  }
}

void BitRows::productOf(const BitRows& fromSet, const BitRows& toSet) {
  clear();
  fromSet.forEachIn(0, [&](std::size_t i) { std::copy_n(toSet.row(0), words_, row(i)); });
}

void BitRows::addIdentity(const BitRows& set) {
  set.forEachIn(0, [&](std::size_t i) { row(i)[i / 64] |= std::uint64_t{1} << (i % 64); });
}

void BitRows::restrictTo(const BitRows& set) {
  for (std::size_t i = 0; i < rows_; ++i) {
    std::uint64_t* out = row(i);
    const bool inside = set.contains(0, static_cast<EventId>(i));
    for (std::size_t w = 0; w < words_; ++w) {
      out[w] = inside ? out[w] & set.row(0)[w] : 0;
    }
  }
}

/// Warshall on bit rows.
void BitRows::close() {
  for (std::size_t k = 0; k < rows_; ++k) {
    const std::uint64_t* through = row(k);
    for (std::size_t i = 0; i < rows_; ++i) {
      if (!contains(i, static_cast<EventId>(k))) {
        continue;
      }
      std::uint64_t* out = row(i);
      for (std::size_t w = 0; w < words_; ++w) {
        out[w] |= through[w];
      }
    }
  }
}

bool BitRows::irreflexive() const {
  for (std::size_t i = 0; i < rows_; ++i) {
    if (contains(i, static_cast<EventId>(i))) {
      return false;
    }
  }
  return true;
}

/// Peels off events without successors among the rest; what cannot be peeled lies on or before a cycle.
bool BitRows::acyclic(BitRows& rest) const {
  rest.clear();
  std::uint64_t* left = rest.row(0);
  for (std::size_t i = 0; i < rows_; ++i) {
    if (!rowEmpty(i)) {
      left[i / 64] |= std::uint64_t{1} << (i % 64);
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    rest.forEachIn(0, [&](std::size_t i) {
      std::uint64_t successors = 0;
      for (std::size_t w = 0; w < words_; ++w) {
        successors |= row(i)[w] & left[w];
      }
      if (successors == 0) {
        left[i / 64] &= ~(std::uint64_t{1} << (i % 64));
        changed = true;
      }
    });
  }
  return rest.empty();
}

void BitRows::domainOf(const BitRows& relation) {
  clear();
  for (std::size_t i = 0; i < relation.rows_; ++i) {
    if (!relation.rowEmpty(i)) {
      row(0)[i / 64] |= std::uint64_t{1} << (i % 64);
    }
  }
}

void BitRows::rangeOf(const BitRows& relation) {
  clear();
  for (std::size_t i = 0; i < relation.rows_; ++i) {
    for (std::size_t w = 0; w < words_; ++w) {
      row(0)[w] |= relation.row(i)[w];
    }
  }
}

bool BitRows::assign(const EventSet& source) {
  return assignRow(0, source);
}

bool BitRows::assign(const Relation& source) {
  bool changed = false;
  for (std::size_t i = 0; i < rows_; ++i) {
    changed |= assignRow(i, source.successors(static_cast<EventId>(i)));
  }
  return changed;
}

EventSet BitRows::toSet() const {
  EventSet set(size_);
  forEachIn(0, [&](std::size_t e) { set.insert(static_cast<EventId>(e)); });
  return set;
}

Relation BitRows::toRelation() const {
  Relation relation(size_);
  for (std::size_t i = 0; i < rows_; ++i) {
    forEachIn(i, [&](std::size_t j) { relation.insert(static_cast<EventId>(i), static_cast<EventId>(j)); });
  }
  return relation;
}

bool BitRows::assignRow(std::size_t i, const EventSet& source) {
  bool changed = false;
  std::uint64_t* out = row(i);
  for (std::size_t w = 0; w < words_; ++w) {
    changed |= out[w] != source.words()[w];
    out[w] = source.words()[w];
  }
  return changed;
}

bool BitRows::rowEmpty(std::size_t i) const {
  const std::uint64_t* bits = row(i);
  for (std::size_t w = 0; w < words_; ++w) {
    if (bits[w] != 0) {
      return false;
    }
  }
  return true;
}

}  // namespace hrfcheck
