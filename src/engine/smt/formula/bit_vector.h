#pragma once

#include <array>

#include "engine/smt/formula/formula.h"
#include "program/expr/integer_kind.h"

namespace hrfcheck::inline engine::smt {

/// A number of 64 bits in two's complement, a literal for each bit, the lowest first. Gates fold constants
/// and share what is equal, so numbers of fewer bits, whose upper literals are all the sign, cost less.
using Bits = std::array<Lit, 64>;

Bits constantBits(Value value);
/// The number of this kind with the same lowest bits.
Bits wrappedBits(const Bits& bits, IntegerKind kind);

Lit exclusiveOr(Formula& formula, Lit a, Lit b);
Lit chosen(Formula& formula, Lit condition, Lit whenTrue, Lit whenFalse);
Bits chosen(Formula& formula, Lit condition, const Bits& whenTrue, const Bits& whenFalse);

Lit isZero(Formula& formula, const Bits& bits);
Lit equalBits(Formula& formula, const Bits& a, const Bits& b);
/// As numbers with a sign, or without one.
Lit isLess(Formula& formula, const Bits& a, const Bits& b, bool isSigned);
/// Of an address (program/expr/addresses.h).
Lit looksLikeAddress(Formula& formula, const Bits& bits);

/// A sum or a difference, and whether it does not fit into 64 bits with a sign.
struct FittedBits {
  Bits bits;
  Lit tooLarge;
};
FittedBits added(Formula& formula, const Bits& a, const Bits& b);
FittedBits subtracted(Formula& formula, const Bits& a, const Bits& b);
/// The lowest 64 bits of the product.
Bits multiplied(Formula& formula, const Bits& a, const Bits& b);

struct DividedBits {
  Bits quotient;
  Bits remainder;
};
/// Without a sign; meaningful where the divisor is not 0.
DividedBits divided(Formula& formula, const Bits& a, const Bits& by);

/// @param count of which the lowest six bits matter
Bits shiftedLeft(Formula& formula, const Bits& bits, const Bits& count);
/// @param filler what comes in from above
Bits shiftedRight(Formula& formula, const Bits& bits, const Bits& count, Lit filler);

template <typename Combine>
Bits bitwise(const Bits& a, const Bits& b, Combine&& combine) {
  Bits result{};
  for (std::size_t i = 0; i < result.size(); ++i) {
    result[i] = combine(a[i], b[i]);
  }
  return result;
}
Bits inverted(const Bits& bits);

}  // namespace hrfcheck::inline engine::smt
