// Follows program/expr/arithmetic.cpp, operator by operator; the tests compare the two.

#include "engine/smt/formula/open_arithmetic.h"

#include <algorithm>

#include "program/expr/further_operators.h"
#include "util/invariant.h"

namespace hrfcheck::inline engine::smt {
namespace {

class Circuit {
 public:
  Circuit(Formula& formula, IntegerKind kind) : formula_(formula), kind_(kind) {}

  OpenResult of(UnaryOp op, const Bits& operand) {
    if (isFurther(op)) {
      return op == kKnown ? OpenResult{operand} : any(64);
    }
    switch (op) {
      case UnaryOp::Minus:
        return fitted(subtracted(formula_, constantBits(0), operand));
      case UnaryOp::BitNot:
        return {wrappedBits(inverted(operand), kind_)};
      case UnaryOp::LogicalNot:
        return truth(isZero(formula_, operand));
      case UnaryOp::Convert:
        return {wrappedBits(operand, kind_)};
      case UnaryOp::Assert:
        return {operand, isZero(formula_, operand)};
      case UnaryOp::Undefined:
        return {operand, kTrue};
    }
    INVARIANT(false, "an operator without a circuit");
  }

  OpenResult of(BinaryOp op, const Bits& left, const Bits& right) {
    if (isFurther(op)) {
      return any(comparesFloats(op) ? 1 : 64);
    }
    switch (op) {
      case BinaryOp::Add:
        return fitted(added(formula_, left, right));
      case BinaryOp::Sub:
        return fitted(subtracted(formula_, left, right));
      case BinaryOp::Mul:
        return product(left, right);
      case BinaryOp::Div:
      case BinaryOp::Rem:
        return quotient(op == BinaryOp::Div, left, right);
      case BinaryOp::And:
        return bitByBit(left, right, [&](Lit a, Lit b) { return formula_.andOf(a, b); });
      case BinaryOp::Or:
        return bitByBit(left, right, [&](Lit a, Lit b) { return formula_.orOf(a, b); });
      case BinaryOp::Xor:
        return bitByBit(left, right, [&](Lit a, Lit b) { return exclusiveOr(formula_, a, b); });
      case BinaryOp::Shl:
        return leftShift(left, right);
      case BinaryOp::Shr:
        return rightShift(left, right);
      case BinaryOp::Min:
        return {chosen(formula_, less(right, left), right, left)};
      case BinaryOp::Max:
        return {chosen(formula_, less(left, right), right, left)};
      case BinaryOp::Eq:
        return truth(equalBits(formula_, left, right));
      case BinaryOp::Ne:
        return truth(-equalBits(formula_, left, right));
      case BinaryOp::Lt:
        return truth(less(left, right));
      case BinaryOp::Le:
        return truth(-less(right, left));
      case BinaryOp::Gt:
        return truth(less(right, left));
      case BinaryOp::Ge:
        return truth(-less(left, right));
      case BinaryOp::Index:
        return {left, formula_.orOf(isLess(formula_, left, constantBits(0), true),
                                    -isLess(formula_, left, right, true))};
      case BinaryOp::LogicalAnd:
      case BinaryOp::LogicalOr:
        break;
    }
    INVARIANT(false, "an operator without a circuit");
  }

 private:
  /// There is no circuit for floats: the result may be any number of so many bits.
  OpenResult any(unsigned bits) {
    OpenResult result;
    std::generate_n(result.bits.begin(), bits, [&] { return formula_.fresh({"float"}); });
    result.inexact = kTrue;
    return result;
  }

  static OpenResult truth(Lit holds) {
    OpenResult result;
    result.bits[0] = holds;
    return result;
  }

  Lit less(const Bits& left, const Bits& right) { return isLess(formula_, left, right, kind_.isSigned); }

  bool overflows() const { return kind_.strict && kind_.isSigned; }

  OpenResult fitted(const FittedBits& computed) {
    OpenResult result{wrappedBits(computed.bits, kind_)};
    if (overflows()) {
      result.fault = formula_.orOf(computed.tooLarge, -equalBits(formula_, result.bits, computed.bits));
    }
    return result;
  }

  template <typename Combine>
  OpenResult bitByBit(const Bits& left, const Bits& right, Combine&& combine) {
    return {wrappedBits(bitwise(left, right, combine), kind_)};
  }

  /// Whether numbers of 32 bits with a sign hold it, as far as is seen.
  static bool isShort(const Bits& bits) {
    return std::all_of(bits.begin() + 31, bits.end(), [&](Lit bit) { return bit == bits[31]; });
  }

  OpenResult product(const Bits& left, const Bits& right) {
    const bool fits = !overflows() || (isShort(left) && isShort(right));
    OpenResult result = fitted({multiplied(formula_, left, right), kFalse});
    result.inexact = fits ? kFalse : kTrue;
    return result;
  }

  Bits magnitude(const Bits& bits) {
    return chosen(formula_, bits.back(), subtracted(formula_, constantBits(0), bits).bits, bits);
  }

  /// Of numbers with a sign the quotient is that of the magnitudes, with the sign that both give it, and the
  /// remainder has the sign of the dividend. By -1 it is what the minus makes of it.
  OpenResult quotient(bool wanted, const Bits& left, const Bits& right) {
    OpenResult result;
    const Lit byZero = isZero(formula_, right);
    if (!kind_.isSigned) {
      const DividedBits parts = divided(formula_, left, right);
      return {wanted ? parts.quotient : parts.remainder, byZero};
    }
    const DividedBits parts = divided(formula_, magnitude(left), magnitude(right));
    const Lit negative = wanted ? exclusiveOr(formula_, left.back(), right.back()) : left.back();
    const Bits& part = wanted ? parts.quotient : parts.remainder;
    const Bits signedPart =
        chosen(formula_, negative, subtracted(formula_, constantBits(0), part).bits, part);
    const OpenResult negated = fitted(subtracted(formula_, constantBits(0), left));
    const Lit byMinusOne = equalBits(formula_, right, constantBits(-1));
    result.bits = chosen(formula_, byMinusOne, wanted ? negated.bits : constantBits(0), signedPart);
    result.fault = formula_.orOf(byZero, formula_.andOf(byMinusOne, negated.fault));
    return result;
  }

  Lit wrongCount(const Bits& count) {
    return kind_.strict ? -isLess(formula_, count, constantBits(kind_.bits), false) : kFalse;
  }

  /// Of which only the remainder by the width matters.
  Bits countOf(const Bits& count) const {
    Bits by = constantBits(0);
    for (std::size_t i = 0; (std::size_t{1} << i) < kind_.bits; ++i) {
      by[i] = count[i];
    }
    return by;
  }

  OpenResult leftShift(const Bits& left, const Bits& count) {
    const Bits by = countOf(count);
    OpenResult result{wrappedBits(shiftedLeft(formula_, left, by), kind_), wrongCount(count)};
    if (overflows()) {
      const Bits back = shiftedRight(formula_, result.bits, by, result.bits.back());
      const Lit fits = formula_.andOf(-left.back(), equalBits(formula_, back, left));
      result.fault = formula_.orOf(result.fault, -fits);
    }
    return result;
  }

  OpenResult rightShift(const Bits& left, const Bits& count) {
    const Lit filler = kind_.isSigned ? left.back() : kFalse;
    return {shiftedRight(formula_, left, countOf(count), filler), wrongCount(count)};
  }

  Formula& formula_;
  IntegerKind kind_;
};

Lit isAddress(Formula& formula, const OpenOperand& operand) {
  return operand.mayBeAddress ? looksLikeAddress(formula, operand.bits) : kFalse;
}

/// Integers must not make an address.
OpenResult ofIntegers(Formula& formula, OpenResult result) {
  result.fault = formula.orOf(result.fault, looksLikeAddress(formula, result.bits));
  return result;
}

/// With an address among the operands: an address, or a number of the kind.
OpenResult ofAddresses(Formula& formula, OpenResult result, IntegerKind kind) {
  result.bits =
      chosen(formula, looksLikeAddress(formula, result.bits), result.bits, wrappedBits(result.bits, kind));
  return result;
}

/// Whether two addresses are of one object (objectAddress).
Lit isSameObject(Formula& formula, const Bits& a, const Bits& b) {
  Bits objectOfA = a;
  Bits objectOfB = b;
  for (std::size_t i = 0; (Value{1} << i) < kAddressStride; ++i) {
    objectOfA[i] = objectOfB[i] = kFalse;
  }
  return equalBits(formula, objectOfA, objectOfB);
}

OpenResult either(Formula& formula, Lit addresses, const OpenResult& ofThem, const OpenResult& integers) {
  return {chosen(formula, addresses, ofThem.bits, integers.bits),
          chosen(formula, addresses, ofThem.fault, integers.fault),
          chosen(formula, addresses, ofThem.inexact, integers.inexact), true};
}

}  // namespace

OpenResult compute(Formula& formula, UnaryOp op, const OpenOperand& operand, IntegerKind kind) {
  const OpenResult integers = ofIntegers(formula, Circuit(formula, kind).of(op, operand.bits));
  const Lit address = isAddress(formula, operand);
  if (address == kFalse) {
    return integers;
  }
  const OpenResult ofAddress =
      op == UnaryOp::Convert
          ? OpenResult{operand.bits}
          : ofAddresses(formula, Circuit(formula, {64, kind.isSigned}).of(op, operand.bits), kind);
  return either(formula, address, ofAddress, integers);
}

OpenResult compute(Formula& formula, BinaryOp op, const OpenOperand& left, const OpenOperand& right,
                   IntegerKind kind) {
  const OpenResult integers = ofIntegers(formula, Circuit(formula, kind).of(op, left.bits, right.bits));
  const Lit address = formula.orOf(isAddress(formula, left), isAddress(formula, right));
  if (address == kFalse) {
    return integers;
  }
  OpenResult ofThem =
      ofAddresses(formula, Circuit(formula, {64, kind.isSigned}).of(op, left.bits, right.bits), kind);
  const Lit stays =
      formula.orOf(formula.andOf(isAddress(formula, left), isSameObject(formula, left.bits, ofThem.bits)),
                   formula.andOf(isAddress(formula, right), isSameObject(formula, right.bits, ofThem.bits)));
  ofThem.fault = formula.orOf(ofThem.fault, formula.andOf(looksLikeAddress(formula, ofThem.bits), -stays));
  return either(formula, address, ofThem, integers);
}

}  // namespace hrfcheck::inline engine::smt
