#include "frontend/lowlevel/values/float_expressions.h"

#include "frontend/lowlevel/values/number.h"
#include "program/expr/further_operators.h"

// Floats of 16 bits are computed as those of 64 bits that they are: sums and quotients of 64 bits have more
// than twice as many bits as the result, so that rounding them once more changes nothing (Figueroa, "When is
// Double Rounding Innocuous?", 1995).

namespace hrfcheck::frontend::lowlevel {
namespace {

/// Those of two enumerations, where these are in the same order.
template <typename Function>
std::optional<Function> functionBetween(NumberOp op, NumberOp first, NumberOp last, Function from) {
  return first <= op && op <= last
             ? std::optional(static_cast<Function>(static_cast<int>(from) + static_cast<int>(op) -
                                                   static_cast<int>(first)))
             : std::nullopt;
}

std::optional<BinaryOp> arithmeticOperator(NumberOp op) {
  switch (op) {
    case NumberOp::FloatAdd:
      return kFloatAdd;
    case NumberOp::FloatMul:
      return kFloatMul;
    case NumberOp::FloatDiv:
      return kFloatDiv;
    case NumberOp::FloatMin:
      return kFloatMin;
    case NumberOp::FloatMax:
      return kFloatMax;
    default:
      break;
  }
  const auto function = functionOfTwo(op);
  return function ? std::optional(operatorOf(*function)) : std::nullopt;
}

IntegerKind wordKind(unsigned bits, bool flushes = false) {
  return {static_cast<std::uint8_t>(bits), false, flushes};
}

class FloatExpressions {
 public:
  FloatExpressions(const Number& number, const std::vector<ExprPtr>& operands)
      : number_(number), bits_(number.bits), mode_(FloatMode::unpacked(number.index)), operands_(operands) {}

  ExprPtr run() const {
    if (mode_.rounding != Rounding::Even || (bits_ == 16 && mode_.flushes)) {
      return nullptr;
    }
    if (const auto op = arithmeticOperator(number_.op)) {
      return bits_ == 16
                 ? small(binary(*op, ofSmall(0, mode_.bfloat), ofSmall(1, mode_.bfloat), wordKind(64)))
                 : binary(*op, operands_[0], operands_[1], kind());
    }
    if (const auto function = functionOf(number_.op)) {
      return bits_ == 16 ? nullptr : unary(operatorOf(*function), operands_[0], kind());
    }
    return number_.op == NumberOp::FloatFma ? fused() : converted();
  }

 private:
  IntegerKind kind() const { return wordKind(bits_, mode_.flushes && bits_ == 32); }

  ExprPtr ofSmall(std::size_t i, bool bfloat) const {
    const FloatFunction widens = bfloat ? FloatFunction::OfBfloat : FloatFunction::OfHalf;
    return unary(operatorOf(widens), operands_[i], wordKind(64));
  }
  ExprPtr small(const ExprPtr& wide) const {
    const FloatFunction narrows = mode_.bfloat ? FloatFunction::ToBfloat : FloatFunction::ToHalf;
    return unary(operatorOf(narrows), wide, wordKind(16));
  }

  /// Of 32 and of 16 bits, the product of 64 bits is exact.
  ExprPtr fused() const {
    if (bits_ == 64 || mode_.flushes) {
      return nullptr;
    }
    if (bits_ == 32) {
      return binary(kFloatAddFused, binary(kFloatMulExact, operands_[0], operands_[1], wordKind(32)),
                    operands_[2], wordKind(32));
    }
    const ExprPtr product =
        binary(kFloatMul, ofSmall(0, mode_.bfloat), ofSmall(1, mode_.bfloat), wordKind(64));
    return small(binary(kFloatAddOdd, product, ofSmall(2, mode_.bfloat), wordKind(64)));
  }

  ExprPtr converted() const {
    const unsigned from = number_.from;
    if (mode_.flushes) {
      return nullptr;
    }
    if (bits_ == from && mode_.bfloat == mode_.fromBfloat) {
      return operands_[0];
    }
    const ExprPtr wide = from == 16   ? ofSmall(0, mode_.fromBfloat)
                         : from == 64 ? operands_[0]
                                      : unary(kFloatOfFloat, operands_[0], wordKind(64));
    return bits_ == 16 ? small(wide) : bits_ == 64 ? wide : unary(kFloatOfFloat, wide, wordKind(32));
  }

  const Number& number_;
  unsigned bits_;
  FloatMode mode_;
  const std::vector<ExprPtr>& operands_;
};

}  // namespace

std::optional<FloatFunction> functionOf(NumberOp op) {
  switch (op) {
    case NumberOp::FloatSqrt:
      return FloatFunction::Sqrt;
    case NumberOp::FloatRoundEven:
      return FloatFunction::RoundEven;
    case NumberOp::FloatRoundDown:
      return FloatFunction::RoundDown;
    case NumberOp::FloatRoundUp:
      return FloatFunction::RoundUp;
    case NumberOp::FloatRoundZero:
      return FloatFunction::RoundZero;
    default:
      return functionBetween(op, NumberOp::FloatExp2, NumberOp::FloatGamma, FloatFunction::Exp2);
  }
}

std::optional<FloatFunctionOfTwo> functionOfTwo(NumberOp op) {
  return functionBetween(op, NumberOp::FloatPow, NumberOp::FloatRemainder, FloatFunctionOfTwo::Pow);
}

bool isFloatArithmetic(NumberOp op) {
  return arithmeticOperator(op) || functionOf(op) || op == NumberOp::FloatFma || op == NumberOp::FloatOfFloat;
}

ExprPtr floatExpression(const Number& number, const std::vector<ExprPtr>& operands) {
  return FloatExpressions(number, operands).run();
}

}  // namespace hrfcheck::frontend::lowlevel
