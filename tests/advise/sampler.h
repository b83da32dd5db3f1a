#pragma once

#include <bit>
#include <cstdint>

#include "advise/search/nogoods.h"

namespace hrfcheck::test {

/// Assignments by chance, the same ones each time.
class Sampler {
 public:
  /// Some assignment of a box.
  Assignment from(const Nogood& box) {
    Assignment assignment;
    for (const std::uint64_t variants : box) {
      std::uint64_t rest = variants;
      for (auto skipped = random(static_cast<std::uint64_t>(std::popcount(variants))); skipped > 0;
           --skipped) {
        rest &= rest - 1;
      }
      assignment.push_back(static_cast<std::uint32_t>(std::countr_zero(rest)));
    }
    return assignment;
  }

 private:
  std::uint64_t random(std::uint64_t below) {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return (state_ >> 33) % below;
  }
  std::uint64_t state_ = 11;
};

}  // namespace hrfcheck::test
