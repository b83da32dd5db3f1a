#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace hrfcheck::test {

/// Tests over a whole corpus, or over many random programs, take every kEvery-th of them, and expect as much
/// less (tests/CMakeLists.txt says how many): all of them with -DHRFCHECK_LONG_TESTS=ON (`scripts/gates
/// long`).
inline constexpr std::size_t kEvery = HRFCHECK_EVERY;
/// Whether tests that take minutes are run, too.
inline constexpr bool kAtLength = kEvery == 1;

/// @returns every kEvery-th of them, from the first on
template <typename Element>
std::vector<Element> sliceOf(std::vector<Element> all) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < all.size(); i += kEvery, ++kept) {
    std::swap(all[kept], all[i]);
  }
  all.resize(kept);
  return all;
}

/// @returns the share of a number that a slice is expected to have, or to need
constexpr std::size_t shareOf(std::size_t whole) {
  return whole / kEvery;
}

}  // namespace hrfcheck::test
