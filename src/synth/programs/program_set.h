#pragma once

#include <cstdint>
#include <vector>

#include "synth/bitsliced/bitslice.h"

namespace hrfcheck::inline synth {

/// Some of the programs of a shape, by number (BitslicedInputs).
class ProgramSet {
 public:
  /// Empty.
  /// @param programs of the shape
  explicit ProgramSet(std::uint64_t programs) : words_((programs + 63) / 64, 0) {}

  bool contains(std::uint64_t program) const { return ((words_[program / 64] >> (program % 64)) & 1) != 0; }
  void insert(std::uint64_t program) { words_[program / 64] |= std::uint64_t{1} << (program % 64); }
  void erase(std::uint64_t program) { words_[program / 64] &= ~(std::uint64_t{1} << (program % 64)); }
  /// @param first program of a chunk
  void insertAll(std::uint64_t first, const Bitslice& lanes);
  bool empty() const;
  std::size_t bytes() const { return words_.size() * sizeof(std::uint64_t); }

  /// Removes the programs p of `of` where p + offset is in the other set.
  /// @pre for each program p of `of`, p + offset is a program
  void removeWhereMoved(const ProgramSet& of, const ProgramSet& other, std::int64_t offset);

  /// Calls `f(program)` in ascending order; `f` may erase the program.
  template <typename F>
  void forEach(F&& f) const {
    for (std::size_t w = 0; w < words_.size(); ++w) {
      for (std::uint64_t rest = words_[w]; rest != 0; rest &= rest - 1) {
        f(64 * w + static_cast<std::uint64_t>(std::countr_zero(rest)));
      }
    }
  }

 private:
  /// Bits [first, first + 64), those outside being 0.
  std::uint64_t bitsFrom(std::int64_t first) const;

  std::vector<std::uint64_t> words_;
};

}  // namespace hrfcheck::inline synth
