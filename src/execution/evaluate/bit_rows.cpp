// Most structures have at most 64 events, so that a row is one word. The operations that a search runs on
// every decision then have a version of their own: rows that are empty are skipped, and what a row holds is
// walked bit by bit.
//
// Cycles are found by peeling: an event none of whose successors is left is taken away, until nothing is left
// or nothing can be taken. Events are looked at from the last to the first, since program order runs forward
// and a whole thread peels off in one pass. The transitive closure peels in the same way: an event that is
// taken away has only successors whose rows are final, and those that another successor reaches need not be
// looked at. What is left, on or before a cycle, is closed by Warshall.

#include "execution/evaluate/bit_rows.h"

#include <algorithm>

namespace hrfcheck::inline execution {
namespace {

using Word = std::uint64_t;

constexpr Word bit(std::size_t i) {
  return Word{1} << i;
}

std::size_t lowest(Word w) {
  return static_cast<std::size_t>(std::countr_zero(w));
}

std::size_t highest(Word w) {
  return 63U - static_cast<std::size_t>(std::countl_zero(w));
}

Word nonEmptyRows(const Word* rows, std::size_t count) {
  Word result = 0;
  for (std::size_t i = 0; i < count; ++i) {
    result |= Word{rows[i] != 0} << i;
  }
  return result;
}

}  // namespace

void BitRows::clear() {
  std::fill(bits_.begin(), bits_.end(), 0);
}

bool BitRows::empty() const {
  return std::all_of(bits_.begin(), bits_.end(), [](Word w) { return w == 0; });
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

void BitRows::unionOf(const BitRows& a, const BitRows& b) {
  const Word* left = a.bits_.data();
  const Word* right = b.bits_.data();
  Word* out = bits_.data();
  for (std::size_t i = 0, n = bits_.size(); i < n; ++i) {
    out[i] = left[i] | right[i];
  }
}

void BitRows::intersectionOf(const BitRows& a, const BitRows& b) {
  const Word* left = a.bits_.data();
  const Word* right = b.bits_.data();
  Word* out = bits_.data();
  for (std::size_t i = 0, n = bits_.size(); i < n; ++i) {
    out[i] = left[i] & right[i];
  }
}

void BitRows::differenceOf(const BitRows& a, const BitRows& b) {
  const Word* left = a.bits_.data();
  const Word* right = b.bits_.data();
  Word* out = bits_.data();
  for (std::size_t i = 0, n = bits_.size(); i < n; ++i) {
    out[i] = left[i] & ~right[i];
  }
}

void BitRows::composeOf(const BitRows& a, const BitRows& b, PacedLook& look) {
  if (words_ == 1) {
    const Word* left = a.bits_.data();
    const Word* right = b.bits_.data();
    const Word lead = nonEmptyRows(right, rows_);
    for (std::size_t i = 0; i < rows_; ++i) {
      Word sum = 0;
      for (Word rest = left[i] & lead; rest != 0; rest &= rest - 1) {
        sum |= right[lowest(rest)];
      }
      bits_[i] = sum;
    }
    return;
  }
  clear();
  for (std::size_t i = 0; i < rows_; ++i) {
    a.forEachIn(i, [&](std::size_t j) {
      addRow(i, b.row(j));
      look.spend(words_);
    });
  }
}

void BitRows::composeInverseOf(const BitRows& a, const BitRows& b, PacedLook& look) {
  clear();
  if (words_ == 1) {
    for (std::size_t i = 0; i < rows_; ++i) {
      const Word to = b.bits_[i];
      for (Word rest = to == 0 ? 0 : a.bits_[i]; rest != 0; rest &= rest - 1) {
        bits_[lowest(rest)] |= to;
      }
    }
    return;
  }
  for (std::size_t i = 0; i < rows_; ++i) {
    a.forEachIn(i, [&](std::size_t j) {
      addRow(j, b.row(i));
      look.spend(words_);
    });
  }
}

void BitRows::inverseOf(const BitRows& a) {
  clear();
  for (std::size_t i = 0; i < rows_; ++i) {
    a.forEachIn(i, [&](std::size_t j) { insert(j, static_cast<EventId>(i)); });
  }
}

void BitRows::productOf(const BitRows& fromSet, const BitRows& toSet) {
  clear();
  fromSet.forEachIn(0, [&](std::size_t i) { std::copy_n(toSet.row(0), words_, row(i)); });
}

void BitRows::restrictDomainOf(const BitRows& a, const BitRows& set) {
  clear();
  set.forEachIn(0, [&](std::size_t i) { std::copy_n(a.row(i), words_, row(i)); });
}

void BitRows::restrictRangeOf(const BitRows& a, const BitRows& set) {
  const Word* mask = set.row(0);
  if (words_ == 1) {
    for (std::size_t i = 0; i < rows_; ++i) {
      bits_[i] = a.bits_[i] & mask[0];
    }
    return;
  }
  for (std::size_t i = 0; i < rows_; ++i) {
    for (std::size_t w = 0; w < words_; ++w) {
      row(i)[w] = a.row(i)[w] & mask[w];
    }
  }
}

void BitRows::restrictOf(const BitRows& a, const BitRows& set) {
  clear();
  set.forEachIn(0, [&](std::size_t i) {
    for (std::size_t w = 0; w < words_; ++w) {
      row(i)[w] = a.row(i)[w] & set.row(0)[w];
    }
  });
}

void BitRows::addIdentity(const BitRows& set) {
  set.forEachIn(0, [&](std::size_t i) { insert(i, static_cast<EventId>(i)); });
}

void BitRows::close(PacedLook& look) {
  if (words_ == 1) {
    closeOneWord();
    return;
  }
  for (std::size_t k = 0; k < rows_; ++k) {
    if (rowEmpty(k)) {
      continue;
    }
    for (std::size_t i = 0; i < rows_; ++i) {
      if (contains(i, static_cast<EventId>(k))) {
        addRow(i, row(k));
        look.spend(words_);
      }
    }
  }
}

void BitRows::closeOneWord() {
  Word* rows = bits_.data();
  Word left = nonEmptyRows(rows, rows_);
  for (Word before = 0; left != before;) {
    before = left;
    for (Word rest = left; rest != 0;) {
      const std::size_t i = highest(rest);
      rest ^= bit(i);
      if ((rows[i] & left) != 0) {
        continue;
      }
      left ^= bit(i);
      Word sum = rows[i];
      for (Word ahead = sum; ahead != 0;) {
        const std::size_t j = lowest(ahead);
        sum |= rows[j];
        ahead &= ~(rows[j] | bit(j));
      }
      rows[i] = sum;
    }
  }
  for (Word rest = left; rest != 0; rest &= rest - 1) {
    const std::size_t i = lowest(rest);
    for (Word ahead = rows[i] & ~left; ahead != 0; ahead &= ahead - 1) {
      rows[i] |= rows[lowest(ahead)];
    }
  }
  for (Word through = left; through != 0; through &= through - 1) {
    const std::size_t k = lowest(through);
    for (Word rest = left; rest != 0; rest &= rest - 1) {
      const std::size_t i = lowest(rest);
      rows[i] |= ((rows[i] >> k) & 1U) != 0 ? rows[k] : 0;
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

bool BitRows::acyclic(PacedLook& look) const {
  return words_ == 1 ? acyclicOneWord() : acyclicManyWords(look);
}

bool BitRows::acyclicOneWord() const {
  const Word* rows = bits_.data();
  Word left = nonEmptyRows(rows, rows_);
  while (left != 0) {
    const Word before = left;
    for (Word rest = left; rest != 0;) {
      const std::size_t i = highest(rest);
      rest ^= bit(i);
      left ^= (rows[i] & left) == 0 ? bit(i) : 0;
    }
    if (left == before) {
      return false;
    }
  }
  return true;
}

bool BitRows::acyclicManyWords(PacedLook& look) const {
  BitRows rest = set(size_);
  Word* left = rest.row(0);
  for (std::size_t i = 0; i < rows_; ++i) {
    if (!rowEmpty(i)) {
      rest.insert(static_cast<EventId>(i));
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = rows_; i-- > 0;) {
      if (!rest.contains(0, static_cast<EventId>(i))) {
        continue;
      }
      look.spend(words_);
      Word successors = 0;
      for (std::size_t w = 0; w < words_; ++w) {
        successors |= row(i)[w] & left[w];
      }
      if (successors == 0) {
        rest.erase(static_cast<EventId>(i));
        changed = true;
      }
    }
  }
  return rest.empty();
}

void BitRows::domainOf(const BitRows& relation) {
  clear();
  for (std::size_t i = 0; i < relation.rows_; ++i) {
    if (!relation.rowEmpty(i)) {
      insert(static_cast<EventId>(i));
    }
  }
}

void BitRows::rangeOf(const BitRows& relation) {
  clear();
  for (std::size_t i = 0; i < relation.rows_; ++i) {
    addRow(0, relation.row(i));
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
  Word* out = row(i);
  for (std::size_t w = 0; w < words_; ++w) {
    changed |= out[w] != source.words()[w];
    out[w] = source.words()[w];
  }
  return changed;
}

bool BitRows::rowEmpty(std::size_t i) const {
  const Word* bits = row(i);
  for (std::size_t w = 0; w < words_; ++w) {
    if (bits[w] != 0) {
      return false;
    }
  }
  return true;
}

void BitRows::addRow(std::size_t i, const Word* other) {
  Word* out = row(i);
  for (std::size_t w = 0; w < words_; ++w) {
    out[w] |= other[w];
  }
}

}  // namespace hrfcheck::inline execution
