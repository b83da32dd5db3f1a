// The circuits of school arithmetic: ripple carries, shift and add, restoring division.

#include "engine/smt/formula/bit_vector.h"

namespace hrfcheck::inline engine::smt {
namespace {

constexpr std::size_t kWidth = 64;

/// a + b + carry.
FittedBits summed(Formula& formula, const Bits& a, const Bits& b, Lit carry) {
  FittedBits sum{};
  Lit intoSign = kFalse;
  for (std::size_t i = 0; i < kWidth; ++i) {
    intoSign = carry;
    const Lit half = exclusiveOr(formula, a[i], b[i]);
    sum.bits[i] = exclusiveOr(formula, half, carry);
    carry = formula.orOf(formula.andOf(a[i], b[i]), formula.andOf(half, carry));
  }
  sum.tooLarge = exclusiveOr(formula, intoSign, carry);
  return sum;
}

/// Whether a < b without a sign: a - b borrows.
Lit borrows(Formula& formula, const Bits& a, const Bits& b) {
  Lit less = kFalse;
  for (std::size_t i = 0; i < kWidth; ++i) {
    const Lit below = formula.andOf(-a[i], b[i]);
    const Lit same = -exclusiveOr(formula, a[i], b[i]);
    less = formula.orOf(below, formula.andOf(same, less));
  }
  return less;
}

}  // namespace

Bits constantBits(Value value) {
  Bits bits{};
  const auto number = static_cast<std::uint64_t>(value);
  for (std::size_t i = 0; i < kWidth; ++i) {
    bits[i] = ((number >> i) & 1U) != 0 ? kTrue : kFalse;
  }
  return bits;
}

Bits wrappedBits(const Bits& bits, IntegerKind kind) {
  Bits result = bits;
  for (std::size_t i = kind.bits; i < kWidth; ++i) {
    result[i] = kind.isSigned ? bits[kind.bits - 1U] : kFalse;
  }
  return result;
}

Lit exclusiveOr(Formula& formula, Lit a, Lit b) {
  if (a == kFalse || b == kFalse) {
    return a == kFalse ? b : a;
  }
  if (a == kTrue || b == kTrue) {
    return a == kTrue ? -b : -a;
  }
  if (a == b || a == -b) {
    return a == b ? kFalse : kTrue;
  }
  return formula.orOf(formula.andOf(a, -b), formula.andOf(-a, b));
}

Lit chosen(Formula& formula, Lit condition, Lit whenTrue, Lit whenFalse) {
  if (whenTrue == whenFalse || condition == kTrue) {
    return whenTrue;
  }
  return formula.orOf(formula.andOf(condition, whenTrue), formula.andOf(-condition, whenFalse));
}

Bits chosen(Formula& formula, Lit condition, const Bits& whenTrue, const Bits& whenFalse) {
  return bitwise(whenTrue, whenFalse, [&](Lit a, Lit b) { return chosen(formula, condition, a, b); });
}

Lit isZero(Formula& formula, const Bits& bits) {
  return -formula.orOf(std::vector<Lit>(bits.begin(), bits.end()));
}

Lit equalBits(Formula& formula, const Bits& a, const Bits& b) {
  std::vector<Lit> differences;
  for (std::size_t i = 0; i < kWidth; ++i) {
    differences.push_back(exclusiveOr(formula, a[i], b[i]));
  }
  return -formula.orOf(std::move(differences));
}

Lit isLess(Formula& formula, const Bits& a, const Bits& b, bool isSigned) {
  if (!isSigned) {
    return borrows(formula, a, b);
  }
  Bits x = a;
  Bits y = b;
  x[kWidth - 1] = -x[kWidth - 1];
  y[kWidth - 1] = -y[kWidth - 1];
  return borrows(formula, x, y);
}

Lit looksLikeAddress(Formula& formula, const Bits& bits) {
  constexpr std::size_t kBaseBit = 48;
  static_assert(kAddressBase == Value{1} << kBaseBit);
  std::vector<Lit> pattern{bits[kBaseBit]};
  for (std::size_t i = kBaseBit + 1; i < kWidth; ++i) {
    pattern.push_back(-bits[i]);
  }
  return formula.andOf(std::move(pattern));
}

FittedBits added(Formula& formula, const Bits& a, const Bits& b) {
  return summed(formula, a, b, kFalse);
}

FittedBits subtracted(Formula& formula, const Bits& a, const Bits& b) {
  return summed(formula, a, inverted(b), kTrue);
}

Bits multiplied(Formula& formula, const Bits& a, const Bits& b) {
  Bits product = constantBits(0);
  for (std::size_t shift = 0; shift < kWidth; ++shift) {
    Bits part = constantBits(0);
    for (std::size_t i = shift; i < kWidth; ++i) {
      part[i] = formula.andOf(a[i - shift], b[shift]);
    }
    product = added(formula, product, part).bits;
  }
  return product;
}

DividedBits divided(Formula& formula, const Bits& a, const Bits& by) {
  DividedBits result{constantBits(0), constantBits(0)};
  for (std::size_t i = kWidth; i-- > 0;) {
    const Lit out = result.remainder[kWidth - 1];  // what is shifted out makes the remainder larger than any
    for (std::size_t j = kWidth - 1; j > 0; --j) {
      result.remainder[j] = result.remainder[j - 1];
    }
    result.remainder[0] = a[i];
    const Lit fits = formula.orOf(out, -borrows(formula, result.remainder, by));
    result.quotient[i] = fits;
    result.remainder =
        chosen(formula, fits, subtracted(formula, result.remainder, by).bits, result.remainder);
  }
  return result;
}

Bits shiftedLeft(Formula& formula, const Bits& bits, const Bits& count) {
  Bits result = bits;
  for (std::size_t stage = 0; stage < 6; ++stage) {
    const std::size_t by = std::size_t{1} << stage;
    Bits moved = constantBits(0);
    for (std::size_t i = by; i < kWidth; ++i) {
      moved[i] = result[i - by];
    }
    result = chosen(formula, count[stage], moved, result);
  }
  return result;
}

Bits shiftedRight(Formula& formula, const Bits& bits, const Bits& count, Lit filler) {
  Bits result = bits;
  for (std::size_t stage = 0; stage < 6; ++stage) {
    const std::size_t by = std::size_t{1} << stage;
    Bits moved{};
    for (std::size_t i = 0; i < kWidth; ++i) {
      moved[i] = i + by < kWidth ? result[i + by] : filler;
    }
    result = chosen(formula, count[stage], moved, result);
  }
  return result;
}

Bits inverted(const Bits& bits) {
  Bits result = bits;
  for (Lit& bit : result) {
    bit = -bit;
  }
  return result;
}

}  // namespace hrfcheck::inline engine::smt
