#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace hrfcheck::inline synth {

/// A bit for each of kCount cases that are computed side by side.
struct Bitslice {
  static constexpr std::size_t kWords = 16;
  static constexpr std::size_t kCount = 64 * kWords;

  std::array<std::uint64_t, kWords> words{};

  static constexpr Bitslice all() {
    Bitslice lanes;
    lanes.words.fill(~std::uint64_t{0});
    return lanes;
  }
  /// The lanes below `count`.
  static constexpr Bitslice first(std::size_t count) {
    Bitslice lanes;
    for (std::size_t i = 0; i < count; ++i) {
      lanes.insert(i);
    }
    return lanes;
  }

  constexpr void insert(std::size_t lane) { words[lane / 64] |= std::uint64_t{1} << (lane % 64); }
  constexpr bool contains(std::size_t lane) const { return ((words[lane / 64] >> (lane % 64)) & 1) != 0; }
  constexpr std::size_t count() const {
    std::size_t lanes = 0;
    for (const std::uint64_t word : words) {
      lanes += static_cast<std::size_t>(std::popcount(word));
    }
    return lanes;
  }
  constexpr bool none() const {
    std::uint64_t any = 0;
    for (const std::uint64_t word : words) {
      any |= word;
    }
    return any == 0;
  }

  constexpr Bitslice& operator|=(const Bitslice& other) {
    for (std::size_t w = 0; w < kWords; ++w) {
      words[w] |= other.words[w];
    }
    return *this;
  }
  constexpr Bitslice& operator&=(const Bitslice& other) {
    for (std::size_t w = 0; w < kWords; ++w) {
      words[w] &= other.words[w];
    }
    return *this;
  }
  constexpr Bitslice& operator^=(const Bitslice& other) {
    for (std::size_t w = 0; w < kWords; ++w) {
      words[w] ^= other.words[w];
    }
    return *this;
  }
  /// Without those of the other.
  constexpr Bitslice& operator-=(const Bitslice& other) {
    for (std::size_t w = 0; w < kWords; ++w) {
      words[w] &= ~other.words[w];
    }
    return *this;
  }
  friend constexpr Bitslice operator|(Bitslice a, const Bitslice& b) { return a |= b; }
  friend constexpr Bitslice operator&(Bitslice a, const Bitslice& b) { return a &= b; }
  friend constexpr Bitslice operator^(Bitslice a, const Bitslice& b) { return a ^= b; }
  friend constexpr Bitslice operator-(Bitslice a, const Bitslice& b) { return a -= b; }
  friend constexpr bool operator==(const Bitslice&, const Bitslice&) = default;

  /// Calls `f(lane)` for each lane in ascending order.
  template <typename F>
  void forEach(F&& f) const {
    for (std::size_t w = 0; w < kWords; ++w) {
      for (std::uint64_t rest = words[w]; rest != 0; rest &= rest - 1) {
        f(64 * w + static_cast<std::size_t>(std::countr_zero(rest)));
      }
    }
  }
};

}  // namespace hrfcheck::inline synth
