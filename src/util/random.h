#pragma once

#include <cstdint>

#include "util/invariant.h"

namespace hrfcheck::inline util {

/// A seeded generator (SplitMix64) whose sequence is the same on every machine and library, so that
/// a seed in a bug report means the same test everywhere.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31U);
  }

  /// A number in [0, bound); bound > 0.
  std::uint64_t below(std::uint64_t bound) {
    INVARIANT(bound > 0, "a random choice needs something to choose from");
    return next() % bound;
  }

  /// True `percent` times out of a hundred.
  bool chance(unsigned percent) { return below(100) < percent; }

 private:
  std::uint64_t state_;
};

}  // namespace hrfcheck::inline util
