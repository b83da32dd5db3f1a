#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "synth/bitsliced/bitslice.h"

// Sets of events and relations between them in many cases at once: for each pair, the cases in which it is
// there. Tests that differ in annotations alone have the same events, so that one pass over the pairs
// computes a definition for all of them. What is the same in all cases has no cells, only rows of bits.

namespace hrfcheck::inline synth {

/// Events of a synthesized test, at most: initial writes, and a read and a write for each step.
inline constexpr std::size_t kMostBitslicedEvents = 32;

/// Calls `f(event)` for each bit of a row.
template <typename F>
void forEachBit(std::uint32_t row, F&& f) {
  for (; row != 0; row &= row - 1) {
    f(static_cast<std::size_t>(std::countr_zero(row)));
  }
}

/// A relation over the events [0, size), or a set of them, which is the row 0 of one.
class BitslicedValue {
 public:
  /// Empty in all lanes.
  explicit BitslicedValue(std::size_t size = 0) : size_(size) {}

  std::size_t size() const { return size_; }
  /// All lanes are alike: the rows say everything.
  bool plain() const { return plain_; }
  /// What is there in some lane; by the first event, a bit for each second one.
  std::uint32_t row(std::size_t x) const { return rows_[x]; }
  /// The lanes in which the pair is there.
  const Bitslice& at(std::size_t x, std::size_t y) const {
    static constexpr Bitslice kNone{};
    static constexpr Bitslice kAll = Bitslice::all();
    return ((rows_[x] >> y) & 1) == 0 ? kNone : plain_ ? kAll : cells_[x * size_ + y];
  }
  /// The same for a pair that is there in some lane.
  const Bitslice& present(std::size_t x, std::size_t y) const {
    static constexpr Bitslice kAll = Bitslice::all();
    return plain_ ? kAll : cells_[x * size_ + y];
  }

  /// Empties it, and says whether it will hold rows alone.
  void reset(std::size_t size, bool plain) {
    size_ = size;
    plain_ = plain;
    rows_.fill(0);
    if (!plain && cells_.size() < size * size) {
      cells_.resize(size * size);
    }
  }
  void setRow(std::size_t x, std::uint32_t row) { rows_[x] = row; }
  /// Of a value that is not plain.
  void set(std::size_t x, std::size_t y, const Bitslice& lanes) {
    cells_[x * size_ + y] = lanes;
    rows_[x] |= std::uint32_t{1} << y;
  }
  void add(std::size_t x, std::size_t y, const Bitslice& lanes) {
    if (((rows_[x] >> y) & 1) != 0) {
      cells_[x * size_ + y] |= lanes;
    } else {
      set(x, y, lanes);
    }
  }
  /// Gives a plain value cells of its own.
  void makeCells();

 private:
  std::size_t size_;
  bool plain_ = true;
  std::array<std::uint32_t, kMostBitslicedEvents> rows_{};
  std::vector<Bitslice> cells_;  ///< valid where the rows have the pair, unless plain
};

// Operators of cat, into a value that is none of the operands. A set has one row, a relation `size`.

void uniteBitslice(BitslicedValue& out, const BitslicedValue& a, const BitslicedValue& b);
void intersectBitslice(BitslicedValue& out, const BitslicedValue& a, const BitslicedValue& b);
void subtractBitslice(BitslicedValue& out, const BitslicedValue& a, const BitslicedValue& b);
void sequenceBitslice(BitslicedValue& out, const BitslicedValue& a, const BitslicedValue& b);
void productBitslice(BitslicedValue& out, const BitslicedValue& fromSet, const BitslicedValue& toSet);
void closeBitslice(BitslicedValue& out, const BitslicedValue& a);  ///< a+
void addIdentity(BitslicedValue& value);
void invertBitslice(BitslicedValue& out, const BitslicedValue& a);
void complementBitslice(BitslicedValue& out, const BitslicedValue& a, bool isSet);
void bracketBitslice(BitslicedValue& out, const BitslicedValue& set);
void domainBitslice(BitslicedValue& out, const BitslicedValue& a);
void rangeBitslice(BitslicedValue& out, const BitslicedValue& a);

/// The lanes in which some event is related to itself.
Bitslice reflexiveBitslice(const BitslicedValue& a);
/// The lanes in which there is something.
Bitslice nonemptyBitslice(const BitslicedValue& a);

}  // namespace hrfcheck::inline synth
