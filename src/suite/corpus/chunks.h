#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "suite/corpus/program_space.h"
#include "suite/suite.h"

namespace hrfcheck::inline suite {

/// A corpus, or a sample of one, cut into pieces of work: numbers [first, last) of a list.
class SuiteChunks {
 public:
  struct Piece {
    std::uint64_t first, last;
  };

  SuiteChunks(const ProgramSpace& corpus, const std::optional<SuiteSample>& sample);

  std::uint64_t size() const { return (listed_ + length_ - 1) / length_; }
  Piece piece(std::uint64_t index) const;
  /// The number in the corpus that stands at a place of the list.
  std::uint64_t number(std::uint64_t place) const { return sample_ ? (*sample_)[place] : place; }

 private:
  std::optional<std::vector<std::uint64_t>> sample_;
  std::uint64_t listed_;
  std::uint64_t length_;
};

}  // namespace hrfcheck::inline suite
