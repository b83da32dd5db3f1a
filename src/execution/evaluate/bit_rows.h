#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "relation/relation.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline execution {

/// A set of events (one row) or a relation (one row per event) in one piece of memory: what the evaluator
/// computes with. The same as EventSet and Relation, but every operation writes into a value that already
/// exists, so that evaluating an execution allocates nothing.
///
/// Operands must have the shape of the result, and must not be the result where a function is named ...Of.
class BitRows {
 public:
  BitRows() = default;
  /// A set or a relation over `size` events, empty.
  static BitRows set(std::size_t size) { return {1, size}; }
  static BitRows relation(std::size_t size) { return {size, size}; }

  std::size_t rows() const { return rows_; }
  std::size_t words() const { return words_; }
  std::uint64_t* row(std::size_t i) { return bits_.data() + i * words_; }
  const std::uint64_t* row(std::size_t i) const { return bits_.data() + i * words_; }
  /// Adds an event to a set, or takes it out.
  void insert(EventId e) { insert(0, e); }
  void erase(EventId e) { erase(0, e); }
  void insert(std::size_t row, EventId e) { this->row(row)[e / 64] |= std::uint64_t{1} << (e % 64); }
  void erase(std::size_t row, EventId e) { this->row(row)[e / 64] &= ~(std::uint64_t{1} << (e % 64)); }
  bool contains(std::size_t row, EventId e) const { return (this->row(row)[e / 64] >> (e % 64)) & 1U; }

  void clear();
  bool empty() const;
  BitRows& operator|=(const BitRows& other);
  BitRows& operator&=(const BitRows& other);
  BitRows& operator-=(const BitRows& other);
  friend bool operator==(const BitRows&, const BitRows&) = default;
  void swap(BitRows& other) { bits_.swap(other.bits_); }

  void unionOf(const BitRows& a, const BitRows& b);
  void intersectionOf(const BitRows& a, const BitRows& b);
  void differenceOf(const BitRows& a, const BitRows& b);

  // Relations.
  // Those that take long look at a clock: @throws OutOfTime, with the value half done.
  void composeOf(const BitRows& a, const BitRows& b, PacedLook& look);
  /// inverse(a) ; b
  void composeInverseOf(const BitRows& a, const BitRows& b, PacedLook& look);
  void inverseOf(const BitRows& a);
  void productOf(const BitRows& fromSet, const BitRows& toSet);
  /// The pairs of `a` that start, or end, in `set`.
  void restrictDomainOf(const BitRows& a, const BitRows& set);
  void restrictRangeOf(const BitRows& a, const BitRows& set);
  /// The pairs of `a` within `set`.
  void restrictOf(const BitRows& a, const BitRows& set);
  /// Adds the identity on `set`.
  void addIdentity(const BitRows& set);
  /// Makes it transitive.
  void close(PacedLook& look);
  bool irreflexive() const;
  bool acyclic(PacedLook& look) const;

  // Sets.
  void domainOf(const BitRows& relation);
  void rangeOf(const BitRows& relation);

  /// Takes the value of `source`, and says whether that is a change.
  bool assign(const EventSet& source);
  bool assign(const Relation& source);
  EventSet toSet() const;
  Relation toRelation() const;

 private:
  BitRows(std::size_t rows, std::size_t size)
      : rows_(rows), words_((size + 63) / 64), size_(size), bits_(rows_ * words_, 0) {}

  template <typename F>
  void forEachIn(std::size_t i, F&& f) const {
    const std::uint64_t* bits = row(i);
    for (std::size_t w = 0; w < words_; ++w) {
      for (std::uint64_t rest = bits[w]; rest != 0; rest &= rest - 1) {
        f(w * 64 + static_cast<std::size_t>(std::countr_zero(rest)));
      }
    }
  }

  void closeOneWord();
  bool acyclicOneWord() const;
  bool acyclicManyWords(PacedLook& look) const;
  bool assignRow(std::size_t i, const EventSet& source);
  bool rowEmpty(std::size_t i) const;
  void addRow(std::size_t i, const std::uint64_t* other);

  std::size_t rows_ = 0;
  std::size_t words_ = 0;
  std::size_t size_ = 0;
  std::vector<std::uint64_t> bits_;
};

}  // namespace hrfcheck::inline execution
