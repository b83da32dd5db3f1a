#pragma once

#include <cstdint>

namespace hrfcheck::cat {

constexpr bool bit(unsigned vector, unsigned index) {
  return (vector >> index & 1U) != 0;
}

/// A set of vectors of N truth values: which of them may come together in some execution. Bit i of a vector
/// is the i-th truth value.
template <unsigned N>
class Possible {
 public:
  static constexpr unsigned kVectors = 1U << N;
  static constexpr unsigned kAllTrue = kVectors - 1;

  /// All of them false.
  constexpr Possible() : vectors_(1) {}
  static constexpr Possible only(unsigned vector) { return Possible(std::uint64_t{1} << vector); }
  static constexpr Possible anything() { return Possible((std::uint64_t{1} << kVectors) - 1); }
  /// All false or all true.
  static constexpr Possible alike() { return only(0).orElse(only(kAllTrue)); }
  static constexpr Possible allTrue() { return only(kAllTrue); }

  constexpr bool has(unsigned vector) const { return (vectors_ >> vector & 1U) != 0; }
  constexpr bool isAlike() const { return (vectors_ & ~alike().vectors_) == 0; }
  constexpr bool neverTrue() const { return vectors_ == 1; }
  constexpr Possible orElse(Possible other) const { return Possible(vectors_ | other.vectors_); }
  /// What both allow. Two true statements about one thing allow something together.
  constexpr Possible also(Possible other) const { return Possible(vectors_ & other.vectors_); }

  constexpr Possible without(unsigned vector) const {
    return Possible(vectors_ & ~(std::uint64_t{1} << vector));
  }

  /// Whether it holds of all vectors.
  template <typename Holds>
  constexpr bool all(Holds holds) const {
    for (unsigned v = 0; v < kVectors; ++v) {
      if (has(v) && !holds(v)) {
        return false;
      }
    }
    return true;
  }
  template <typename Holds>
  constexpr bool some(Holds holds) const {
    return !all([&](unsigned v) { return !holds(v); });
  }

  /// Vectors made from others.
  template <unsigned To, typename Make>
  constexpr Possible<To> made(Make make) const {
    std::uint64_t result = 0;
    for (unsigned v = 0; v < kVectors; ++v) {
      if (has(v)) {
        result |= std::uint64_t{1} << make(v);
      }
    }
    return Possible<To>(result);
  }
  template <unsigned To, unsigned M, typename Make>
  constexpr Possible<To> madeWith(Possible<M> other, Make make) const {
    std::uint64_t result = 0;
    for (unsigned v = 0; v < kVectors; ++v) {
      for (unsigned w = 0; has(v) && w < Possible<M>::kVectors; ++w) {
        if (other.has(w)) {
          result |= std::uint64_t{1} << make(v, w);
        }
      }
    }
    return Possible<To>(result);
  }

  constexpr Possible operator|(Possible other) const {
    return madeWith<N>(other, [](unsigned v, unsigned w) { return v | w; });
  }
  constexpr Possible operator&(Possible other) const {
    return madeWith<N>(other, [](unsigned v, unsigned w) { return v & w; });
  }
  constexpr Possible operator-(Possible other) const {
    return madeWith<N>(other, [](unsigned v, unsigned w) { return v & ~w; });
  }
  constexpr Possible operator~() const {
    return made<N>([](unsigned v) { return ~v & kAllTrue; });
  }
  /// The disjunction of any number of these, none of them included.
  constexpr Possible ofSeveral() const {
    Possible result;
    while (true) {
      const Possible next = result.orElse(result | *this);
      if (next == result) {
        return result;
      }
      result = next;
    }
  }

  friend constexpr bool operator==(Possible, Possible) = default;

 private:
  template <unsigned M>
  friend class Possible;
  explicit constexpr Possible(std::uint64_t vectors) : vectors_(vectors) {}

  std::uint64_t vectors_;
};

/// Of something in two executions, the one that is looked at instead (bit 0), and the one that it stands for
/// (bit 1): what is there, was there; what was there, is there.
constexpr bool gainsNothing(Possible<2> part) {
  return part.all([](unsigned v) { return !bit(v, 0) || bit(v, 1); });
}
constexpr bool losesNothing(Possible<2> part) {
  return part.all([](unsigned v) { return !bit(v, 1) || bit(v, 0); });
}

}  // namespace hrfcheck::cat
