#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace hrfcheck::inline engine {

/// A quotient of products of factorials, as powers of numbers, so that large ones cancel out.
class FactorialQuotient {
 public:
  FactorialQuotient& multiply(std::uint32_t n) { return raise(n, 1); }  ///< by n!
  FactorialQuotient& divide(std::uint32_t n) { return raise(n, -1); }   ///< by n!

  /// The product with `count`, which must be a whole number; nothing where it is too large.
  /// @throws InternalError where it is not a whole number
  std::optional<std::uint64_t> times(std::uint64_t count) const;

 private:
  FactorialQuotient& raise(std::uint32_t n, int by);

  std::vector<int> powers_;  ///< by number
};

}  // namespace hrfcheck::inline engine
