#include "engine/factorials.h"

#include "util/invariant.h"

namespace hrfcheck::inline engine {
namespace {

/// Powers of numbers as powers of primes.
std::vector<int> primePowers(std::vector<int> powers) {
  for (std::size_t n = powers.size(); n-- > 2;) {
    for (std::size_t p = 2; p * p <= n; ++p) {
      if (n % p == 0) {
        powers[p] += powers[n];
        powers[n / p] += powers[n];
        powers[n] = 0;
        break;
      }
    }
  }
  return powers;
}

}  // namespace

FactorialQuotient& FactorialQuotient::raise(std::uint32_t n, int by) {
  if (powers_.size() <= n) {
    powers_.resize(n + 1, 0);
  }
  for (std::uint32_t i = 2; i <= n; ++i) {
    powers_[i] += by;
  }
  return *this;
}

std::optional<std::uint64_t> FactorialQuotient::times(std::uint64_t count) const {
  if (count == 0) {
    return 0;
  }
  const std::vector<int> powers = primePowers(powers_);
  for (std::size_t p = 2; p < powers.size(); ++p) {
    for (int i = powers[p]; i < 0; ++i) {
      INVARIANT(count % p == 0, "a count of executions is a whole number");
      count /= p;
    }
  }
  for (std::size_t p = 2; p < powers.size(); ++p) {
    for (int i = 0; i < powers[p]; ++i) {
      if (__builtin_mul_overflow(count, static_cast<std::uint64_t>(p), &count)) {
        return std::nullopt;
      }
    }
  }
  return count;
}

}  // namespace hrfcheck::inline engine
