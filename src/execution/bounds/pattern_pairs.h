#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

/// Relations among the few events of a pattern (pattern_values.h), as bits of one word: a row for each event.
/// A set is the first row alone.
namespace hrfcheck::inline execution::pattern_pairs {

inline constexpr std::size_t kMost = 8;
using Pairs = std::uint64_t;

constexpr Pairs bit(std::size_t a, std::size_t b) {
  return Pairs{1} << (kMost * a + b);
}

constexpr bool has(Pairs pairs, std::size_t a, std::size_t b) {
  return (pairs & bit(a, b)) != 0;
}

/// What an event is related to, as a set.
constexpr Pairs row(Pairs pairs, std::size_t a) {
  return (pairs >> (kMost * a)) & ((Pairs{1} << kMost) - 1);
}

/// The pairs of the first `size` events for which something holds.
template <typename F>
constexpr Pairs pairsWhere(std::size_t size, F&& holds) {
  Pairs result = 0;
  for (std::size_t a = 0; a < size; ++a) {
    for (std::size_t b = 0; b < size; ++b) {
      result |= holds(a, b) ? bit(a, b) : Pairs{0};
    }
  }
  return result;
}

inline constexpr Pairs kDiagonal = pairsWhere(kMost, [](std::size_t a, std::size_t b) { return a == b; });

constexpr Pairs composed(Pairs left, Pairs right) {
  Pairs result = 0;
  for (std::size_t a = 0; a < kMost; ++a) {
    Pairs to = 0;
    for (Pairs rest = row(left, a); rest != 0; rest &= rest - 1) {
      to |= row(right, static_cast<std::size_t>(std::countr_zero(rest)));
    }
    result |= to << (kMost * a);
  }
  return result;
}

constexpr Pairs inverted(Pairs pairs) {
  return pairsWhere(kMost, [&](std::size_t a, std::size_t b) { return has(pairs, b, a); });
}

constexpr Pairs transitiveClosure(Pairs pairs) {
  for (Pairs before = 0; before != pairs;) {
    before = pairs;
    pairs |= composed(pairs, pairs);
  }
  return pairs;
}

/// Of two sets.
constexpr Pairs product(Pairs from, Pairs to) {
  Pairs pairs = 0;
  for (std::size_t a = 0; a < kMost; ++a) {
    pairs |= has(from, 0, a) ? row(to, 0) << (kMost * a) : Pairs{0};
  }
  return pairs;
}

/// The identity on a set.
constexpr Pairs onDiagonal(Pairs set) {
  return product(set, set) & kDiagonal;
}

/// The set of events that are related to something.
constexpr Pairs domain(Pairs pairs) {
  Pairs result = 0;
  for (std::size_t a = 0; a < kMost; ++a) {
    result |= row(pairs, a) != 0 ? bit(0, a) : Pairs{0};
  }
  return result;
}

}  // namespace hrfcheck::inline execution::pattern_pairs
