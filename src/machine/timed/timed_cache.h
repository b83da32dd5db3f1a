#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "machine/fifo_entry.h"
#include "program/expr/value.h"

namespace hrfcheck::inline machine {

/// A cache with sets and ways, and its FIFO of dirty lines and markers.
///
/// Words are locations; a line is as many of them as its size, and each word is clean, dirty or invalid by
/// itself. An invalidation is a new epoch, in which clean words of older epochs are invalid; so it takes the
/// same time whatever the cache holds. A line is in the FIFO once, where the first of its dirty words put
/// it (combining).
class TimedCache {
 public:
  using Slot = std::uint32_t;
  static constexpr Slot kNoSlot = ~Slot{0};

  struct Shape {
    std::uint32_t sets = 1, ways = 1, lineWords = 1;
  };
  explicit TimedCache(const Shape& shape);

  /// What stands in the FIFO: a line by its slot, a marker, or what is no longer there.
  struct Entry {
    enum class Kind : std::uint8_t { Gone, Line, Marker } kind = Kind::Gone;
    Slot slot = 0;
    FifoEntry marker = {};
  };

  std::uint32_t lineWords() const { return shape_.lineWords; }
  /// The slot of a word's line; kNoSlot where the cache does not have it.
  Slot find(LocationId a) const;
  bool valid(LocationId a) const;
  bool dirty(LocationId a) const;
  Value value(LocationId a) const;
  /// The line is there with no valid word, and was valid before an invalidation.
  bool lost(LocationId a) const;

  /// Of a line that has its slot.
  void setClean(LocationId a, Value v);
  void setDirty(LocationId a, Value v);
  void setInvalid(LocationId a);
  void touch(Slot slot) { lines_[slot].used = ++clock_; }

  /// A slot for the line of a word: its own, a free one, or the least recently used of its set.
  Slot candidate(LocationId a) const;
  bool holds(Slot slot, LocationId a) const { return tags_[slot] == tagOf(a); }
  /// The dirty words of a slot, as bits.
  std::uint32_t dirtyWords(Slot slot) const { return lines_[slot].dirty; }
  LocationId firstWord(Slot slot) const { return (tags_[slot] - 1) * shape_.lineWords; }
  /// Whether any word is valid.
  bool occupied(Slot slot) const { return lines_[slot].dirty != 0 || cleanWords(slot) != 0; }
  /// Makes the slot the line of a word, without valid words; it has no dirty ones.
  void take(Slot slot, LocationId a);

  /// Fills the words of a line that are in the mask and not dirty.
  void fill(LocationId a, const Value* line, std::uint32_t mask);
  /// The valid words of a line, as bits; its values.
  std::uint32_t validWords(Slot slot) const { return lines_[slot].dirty | cleanWords(slot); }
  const Value* lineValues(Slot slot) const { return values_.data() + std::size_t{slot} * shape_.lineWords; }

  /// All clean words become invalid.
  /// @return the lines that had one
  std::size_t dropClean();
  /// All dirty words become invalid.
  std::size_t dropDirty();
  std::size_t dirtyLines() const { return dirtyLines_; }
  std::optional<LocationId> oldestDirty() const;

  void push(const FifoEntry& entry);
  bool fifoEmpty() const { return head_ == tail_; }
  std::size_t markers() const { return markers_; }
  const Entry& head() const { return fifo_[head_ & mask_]; }
  void pop();
  /// A word is no longer dirty: its line leaves the FIFO with the last one.
  void cleaned(LocationId a);

 private:
  struct Line {
    std::uint32_t clean = 0, dirty = 0;
    std::uint32_t epoch = 0;
    std::uint64_t used = 0;
    std::uint64_t place = 0;  ///< in the FIFO, where a word is dirty
  };

  std::uint32_t tagOf(LocationId a) const { return a / shape_.lineWords + 1; }
  std::uint32_t bitOf(LocationId a) const { return 1U << (a % shape_.lineWords); }
  std::uint32_t cleanWords(Slot slot) const { return lines_[slot].epoch == epoch_ ? lines_[slot].clean : 0; }
  /// Forgets the clean words of older epochs.
  void renew(Line& line);
  void skipGone();

  Shape shape_;
  std::vector<std::uint32_t> tags_;  ///< by slot: of its line, plus 1; 0 for none
  mutable Slot found_ = 0;           ///< by the last look, which the next ones often repeat
  std::vector<Line> lines_;
  std::vector<Value> values_;
  std::uint32_t epoch_ = 0;
  std::uint64_t clock_ = 0;
  std::size_t cleanLines_ = 0, dirtyLines_ = 0, markers_ = 0;
  std::vector<Entry> fifo_;  ///< a ring
  std::uint64_t head_ = 0, tail_ = 0, mask_ = 0;
};

}  // namespace hrfcheck::inline machine
