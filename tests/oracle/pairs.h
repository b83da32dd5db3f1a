#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace hrfcheck::test {

/// A relation over a few operations, as plain as possible: on purpose not the one of src/relation.
class Pairs {
 public:
  static constexpr std::size_t kMost = 64;

  explicit Pairs(std::size_t size) : rows_(size, 0) {}

  std::size_t size() const { return rows_.size(); }
  bool has(std::size_t a, std::size_t b) const { return (rows_[a] >> b & 1U) != 0; }
  void add(std::size_t a, std::size_t b) { rows_[a] |= std::uint64_t{1} << b; }

  Pairs operator|(const Pairs& other) const;
  Pairs operator&(const Pairs& other) const;
  Pairs operator-(const Pairs& other) const;
  /// First this, then the other.
  Pairs then(const Pairs& other) const;
  Pairs inverse() const;
  Pairs orSame() const;
  Pairs closure() const;

  friend auto operator<=>(const Pairs&, const Pairs&) = default;

  bool irreflexive() const;
  bool acyclic() const { return closure().irreflexive(); }
  /// No pair is ordered oppositely by the other.
  bool agreesWith(const Pairs& other) const { return then(other).irreflexive(); }

 private:
  std::vector<std::uint64_t> rows_;
};

/// The pairs for which `holds`.
template <typename Holds>
Pairs pairsWhere(std::size_t size, Holds&& holds) {
  Pairs pairs(size);
  for (std::size_t a = 0; a < size; ++a) {
    for (std::size_t b = 0; b < size; ++b) {
      if (holds(a, b)) {
        pairs.add(a, b);
      }
    }
  }
  return pairs;
}

}  // namespace hrfcheck::test
