#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hrfcheck::inline verify {

/// A relation between the numbers below `size`, as rows of bits; a set is a relation on the diagonal.
class Pairs {
 public:
  Pairs() = default;
  explicit Pairs(std::size_t size) : size_(size), words_((size + 63) / 64), bits_(size * words_) {}

  std::size_t size() const { return size_; }
  bool has(std::size_t a, std::size_t b) const {
    return ((bits_[a * words_ + b / 64] >> (b % 64)) & 1U) != 0;
  }
  void insert(std::size_t a, std::size_t b) { bits_[a * words_ + b / 64] |= std::uint64_t{1} << (b % 64); }

  bool empty() const {
    for (const std::uint64_t word : bits_) {
      if (word != 0) {
        return false;
      }
    }
    return true;
  }
  bool reflexiveSomewhere() const {
    for (std::size_t a = 0; a < size_; ++a) {
      if (has(a, a)) {
        return true;
      }
    }
    return false;
  }

  template <typename Choose>
  static Pairs where(std::size_t size, Choose&& choose) {
    Pairs result(size);
    for (std::size_t a = 0; a < size; ++a) {
      for (std::size_t b = 0; b < size; ++b) {
        if (choose(a, b)) {
          result.insert(a, b);
        }
      }
    }
    return result;
  }

  Pairs operator|(const Pairs& o) const {
    return wordwise(o, [](std::uint64_t a, std::uint64_t b) { return a | b; });
  }
  Pairs operator&(const Pairs& o) const {
    return wordwise(o, [](std::uint64_t a, std::uint64_t b) { return a & b; });
  }
  Pairs operator-(const Pairs& o) const {
    return wordwise(o, [](std::uint64_t a, std::uint64_t b) { return a & ~b; });
  }
  Pairs inverse() const {
    return where(size_, [&](std::size_t a, std::size_t b) { return has(b, a); });
  }
  /// a before m in this, and m before b in the other.
  Pairs then(const Pairs& o) const {
    Pairs result(size_);
    for (std::size_t a = 0; a < size_; ++a) {
      for (std::size_t m = 0; m < size_; ++m) {
        if (has(a, m)) {
          result.addRow(a, o, m);
        }
      }
    }
    return result;
  }
  /// The transitive closure (Warshall).
  Pairs closure() const {
    Pairs result = *this;
    for (std::size_t m = 0; m < size_; ++m) {
      for (std::size_t a = 0; a < size_; ++a) {
        if (result.has(a, m)) {
          result.addRow(a, result, m);
        }
      }
    }
    return result;
  }

  friend bool operator==(const Pairs&, const Pairs&) = default;

 private:
  void addRow(std::size_t a, const Pairs& from, std::size_t m) {
    for (std::size_t w = 0; w < words_; ++w) {
      bits_[a * words_ + w] |= from.bits_[m * words_ + w];
    }
  }
  template <typename Combine>
  Pairs wordwise(const Pairs& o, Combine&& combine) const {
    Pairs result = *this;
    for (std::size_t i = 0; i < bits_.size(); ++i) {
      result.bits_[i] = combine(bits_[i], o.bits_[i]);
    }
    return result;
  }

  std::size_t size_ = 0;
  std::size_t words_ = 0;
  std::vector<std::uint64_t> bits_;
};

}  // namespace hrfcheck::inline verify
