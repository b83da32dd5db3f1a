// Arithmetic goes through unsigned numbers of 64 bits, where wrapping around is defined; whether a signed
// result fits is asked of the compiler's checked operators and of the kind.
//
// An address is a number of 64 bits, whatever the type of the variable that holds it: tests keep addresses in
// an `int`. So an operator with an address among its operands computes in 64 bits, and a conversion leaves an
// address as it is. What is no address any more behind that is a number of the operator's kind again.

#include "program/expr/arithmetic.h"

#include <algorithm>

#include "program/expr/addresses.h"
#include "program/expr/expr_parts.h"
#include "program/expr/float_arithmetic.h"
#include "program/expr/float_functions.h"
#include "program/expr/operators.h"
#include "program/expr/phase_barrier.h"

namespace hrfcheck::inline program {
namespace {

std::uint64_t bits(Value v) {
  return static_cast<std::uint64_t>(v);
}
Value number(std::uint64_t b) {
  return static_cast<Value>(b);
}

NoValue overflow(Value result, IntegerKind kind) {
  return {NoValue::Why::Overflows, result, kind};
}

/// A result of signed arithmetic that may not have fitted into 64 bits.
Computed fitted(Value result, bool tooLarge, IntegerKind kind) {
  if (kind.strict && kind.isSigned && (tooLarge || !isIn(result, kind))) {
    return overflow(result, kind);
  }
  return wrapped(result, kind);
}

Computed added(Value left, Value right, IntegerKind kind) {
  Value result = 0;
  const bool tooLarge = __builtin_add_overflow(left, right, &result);
  return fitted(result, tooLarge, kind);
}

Computed subtracted(Value left, Value right, IntegerKind kind) {
  Value result = 0;
  const bool tooLarge = __builtin_sub_overflow(left, right, &result);
  return fitted(result, tooLarge, kind);
}

Computed multiplied(Value left, Value right, IntegerKind kind) {
  Value result = 0;
  const bool tooLarge = __builtin_mul_overflow(left, right, &result);
  return fitted(result, tooLarge, kind);
}

/// The quotient or the remainder. Where the quotient does not fit (the smallest number by -1), C defines
/// neither (C11, 6.5.5p6).
Computed divided(bool quotient, Value left, Value right, IntegerKind kind) {
  if (right == 0) {
    return NoValue{NoValue::Why::DividesByZero, left, kind};
  }
  if (!kind.isSigned) {
    return number(quotient ? bits(left) / bits(right) : bits(left) % bits(right));
  }
  if (right != -1) {
    return quotient ? left / right : left % right;
  }
  const Computed negated = subtracted(0, left, kind);
  return quotient || std::holds_alternative<NoValue>(negated) ? negated : Computed(Value{0});
}

std::optional<NoValue> wrongCount(Value count, IntegerKind kind) {
  const bool wrong = kind.strict && (count < 0 || count >= kind.bits);
  return wrong ? std::optional(NoValue{NoValue::Why::ShiftCount, count, kind}) : std::nullopt;
}

Computed shiftedLeft(Value left, Value count, IntegerKind kind) {
  if (const auto wrong = wrongCount(count, kind)) {
    return *wrong;
  }
  const auto by = static_cast<unsigned>(bits(count) & (kind.bits - 1U));
  const Value result = wrapped(number(bits(left) << by), kind);
  const bool fits = left >= 0 && (result >> by) == left;
  return kind.strict && kind.isSigned && !fits ? Computed(overflow(number(bits(left) << by), kind))
                                               : Computed(result);
}

Computed shiftedRight(Value left, Value count, IntegerKind kind) {
  if (const auto wrong = wrongCount(count, kind)) {
    return *wrong;
  }
  const auto by = static_cast<unsigned>(bits(count) & (kind.bits - 1U));
  return kind.isSigned ? left >> by : number(bits(left) >> by);
}

bool isLess(Value left, Value right, IntegerKind kind) {
  return kind.isSigned ? left < right : bits(left) < bits(right);
}

Computed arithmetic(UnaryOp op, Value operand, IntegerKind kind) {
  switch (op) {
    case UnaryOp::Minus:
      return subtracted(0, operand, kind);
    case UnaryOp::BitNot:
      return wrapped(number(~bits(operand)), kind);
    case UnaryOp::LogicalNot:
      return operand == 0 ? 1 : 0;
    case UnaryOp::Convert:
      return wrapped(operand, kind);
    case UnaryOp::Assert:
      return operand != 0 ? Computed(operand) : NoValue{NoValue::Why::AssertionFails, 0, kind};
    case UnaryOp::Undefined:
      return NoValue{NoValue::Why::Uninitialized, 0, kind};
  }
  return NoValue{NoValue::Why::AssertionFails, 0, kind};
}

Computed arithmetic(BinaryOp op, Value left, Value right, IntegerKind kind) {
  switch (op) {
    case BinaryOp::Add:
      return added(left, right, kind);
    case BinaryOp::Sub:
      return subtracted(left, right, kind);
    case BinaryOp::Mul:
      return multiplied(left, right, kind);
    case BinaryOp::Div:
    case BinaryOp::Rem:
      return divided(op == BinaryOp::Div, left, right, kind);
    case BinaryOp::And:
      return wrapped(number(bits(left) & bits(right)), kind);
    case BinaryOp::Or:
      return wrapped(number(bits(left) | bits(right)), kind);
    case BinaryOp::Xor:
      return wrapped(number(bits(left) ^ bits(right)), kind);
    case BinaryOp::Shl:
      return shiftedLeft(left, right, kind);
    case BinaryOp::Shr:
      return shiftedRight(left, right, kind);
    case BinaryOp::Min:
      return isLess(right, left, kind) ? right : left;
    case BinaryOp::Max:
      return isLess(left, right, kind) ? right : left;
    case BinaryOp::Eq:
      return Value{left == right};
    case BinaryOp::Ne:
      return Value{left != right};
    case BinaryOp::Lt:
      return Value{isLess(left, right, kind)};
    case BinaryOp::Le:
      return Value{!isLess(right, left, kind)};
    case BinaryOp::Gt:
      return Value{isLess(right, left, kind)};
    case BinaryOp::Ge:
      return Value{!isLess(left, right, kind)};
    case BinaryOp::LogicalAnd:
      return Value{left != 0 && right != 0};
    case BinaryOp::LogicalOr:
      return Value{left != 0 || right != 0};
    case BinaryOp::Index:
      return 0 <= left && left < right ? Computed(left)
                                       : NoValue{NoValue::Why::OutOfBounds, left, kind, right};
  }
  return NoValue{NoValue::Why::AssertionFails, 0, kind};
}

/// Of a strict kind (kRmwFloatAdd), subnormal numbers of 32 bits are 0, with their sign.
std::uint64_t flushed(std::uint64_t word, IntegerKind kind) {
  constexpr std::uint64_t kExponent = 0x7f80'0000;
  constexpr std::uint64_t kSign = 0x8000'0000;
  return kind.strict && kind.bits == 32 && (word & kExponent) == 0 ? word & kSign : word;
}

Computed further(UnaryOp op, Value operand, IntegerKind kind) {
  if (op == kFloatOfInteger) {
    return number(floatOfInteger(operand, kind.bits));
  }
  if (op == kFloatOfFloat) {
    return number(floatOfFloat(bits(operand), kind.bits));
  }
  if (op == kIntegerOfFloat32 || op == kIntegerOfFloat64) {
    const unsigned from = op == kIntegerOfFloat32 ? 32 : 64;
    return wrapped(number(integerOfFloat(bits(operand), from, kind.bits, kind.isSigned)), kind);
  }
  if (const auto function = floatFunctionOf(op)) {
    return number(flushed(computeFloatFunction(*function, kind.bits, flushed(bits(operand), kind)), kind));
  }
  return operand;  // kKnown
}

Computed further(BinaryOp op, Value left, Value right, IntegerKind kind) {
  if (op == kPhaseUpdate) {
    return phase_barrier::updated(left, right);
  }
  if (op == kFloatAddOdd) {
    return number(sumToOdd(bits(left), bits(right)));
  }
  if (const auto function = functionOfTwo(op)) {
    return number(computeFloatFunction(*function, kind.bits, bits(left), bits(right)));
  }
  const auto which = static_cast<FloatOp>(static_cast<int>(op) - static_cast<int>(kFloatAdd));
  const std::uint64_t result =
      computeFloat(which, kind.bits, flushed(bits(left), kind), flushed(bits(right), kind));
  return number(comparesFloats(op) ? result : flushed(result, kind));
}

/// Of what nobody knows.
Computed ofUnknown(UnaryOp op, Value operand, IntegerKind kind) {
  if (op == UnaryOp::Convert || op == UnaryOp::Minus || op == UnaryOp::BitNot || op == kFloatOfFloat) {
    return operand;
  }
  const bool computes = isFurther(op) && op != kKnown;
  return computes ? Computed(kOfUnknown) : NoValue{NoValue::Why::NotSaid, 0, kind};
}

/// What is still any number: a one-to-one function of it; and of floats what is NaN where it is one, and need
/// not be one.
bool staysAny(BinaryOp op, Value left, Value right) {
  const bool oneToOne = op == BinaryOp::Add || op == BinaryOp::Sub || op == BinaryOp::Xor;
  const bool handsNanOn = isFurther(op) && !comparesFloats(op) && op != kFloatMin && op != kFloatMax &&
                          !functionOfTwo(op);  // of 1 and anything, `Pow` gives 1
  return left != kOfUnknown && right != kOfUnknown &&
         (handsNanOn || (oneToOne && !(isUnknown(left) && isUnknown(right))));
}

Computed ofUnknown(BinaryOp op, Value left, Value right, IntegerKind kind) {
  if (givesTruth(op) || comparesFloats(op) || op == BinaryOp::Index) {
    return NoValue{NoValue::Why::NotSaid, 0, kind};
  }
  return staysAny(op, left, right) ? kUnknown : kOfUnknown;
}

/// A result, where all operands are integers.
Computed ofIntegers(Computed result, IntegerKind kind) {
  const Value* value = std::get_if<Value>(&result);
  if (value != nullptr && isUnknown(*value)) {
    return NoValue{NoValue::Why::NotSaid, 0, kind};  // the number that stands for what nobody knows
  }
  return value != nullptr && isAddress(*value) ? NoValue{NoValue::Why::OverflowsAddress, *value, kind}
                                               : result;
}

/// A result, where an operand is an address: an address, or a number of the kind.
Computed ofAddresses(Computed result, IntegerKind kind) {
  const Value* value = std::get_if<Value>(&result);
  return value != nullptr && !isAddress(*value) ? Computed(wrapped(*value, kind)) : result;
}

bool hasValue(const Expr& expr, const std::function<Value(RegisterId)>& read) {
  return evaluate(expr, read).has_value();
}

std::optional<NoValue> reasonIn(const Computed& result) {
  const auto* reason = std::get_if<NoValue>(&result);
  return reason == nullptr ? std::nullopt : std::optional(*reason);
}

bool isConstant(const Expr& expr, bool (*accepts)(Value, IntegerKind), IntegerKind kind) {
  const auto* known = std::get_if<ConstantExpr>(&expr.node);
  return known != nullptr && accepts(known->value, kind);
}

bool mayHaveNoValue(const BinaryExpr& e) {
  const auto divides = [](Value by, IntegerKind kind) {
    return by != 0 && !(by == -1 && kind.isSigned && kind.strict);
  };
  const auto shifts = [](Value count, IntegerKind kind) { return 0 <= count && count < kind.bits; };
  const OperatorGroup group = groupOf(e.op);
  if (group == OperatorGroup::Quotient) {
    return !isConstant(*e.right, divides, e.kind);
  }
  if (group == OperatorGroup::Shift) {
    return e.kind.strict && !isConstant(*e.right, shifts, e.kind);
  }
  return group == OperatorGroup::Index;
}

}  // namespace

Computed compute(UnaryOp op, Value operand, IntegerKind kind) {
  if (isUnknown(operand)) {
    return ofUnknown(op, operand, kind);
  }
  if (isFurther(op)) {
    return ofIntegers(further(op, operand, kind), kind);
  }
  if (!isAddress(operand)) {
    return ofIntegers(arithmetic(op, operand, kind), kind);
  }
  return op == UnaryOp::Convert ? Computed(operand)
                                : ofAddresses(arithmetic(op, operand, {64, kind.isSigned}), kind);
}

Computed compute(BinaryOp op, Value left, Value right, IntegerKind kind) {
  if (isUnknown(left) || isUnknown(right)) {
    return ofUnknown(op, left, right, kind);
  }
  if (isFurther(op)) {
    return ofIntegers(further(op, left, right, kind), kind);
  }
  if (!isAddress(left) && !isAddress(right)) {
    return ofIntegers(arithmetic(op, left, right, kind), kind);
  }
  return ofAddresses(arithmetic(op, left, right, {64, kind.isSigned}), kind);
}

std::optional<NoValue> whyNoValue(const Expr& expr, const std::function<Value(RegisterId)>& read) {
  using Result = std::optional<NoValue>;
  return std::visit(
      Overloaded{[](const ConstantExpr&) -> Result { return std::nullopt; },
                 [](const RegisterExpr&) -> Result { return std::nullopt; },
                 [&](const UnaryExpr& e) -> Result {
                   const auto v = evaluate(*e.operand, read);
                   return v ? reasonIn(compute(e.op, *v, e.kind)) : whyNoValue(*e.operand, read);
                 },
                 [&](const BinaryExpr& e) -> Result {
                   if (evaluate(expr, read)) {
                     return std::nullopt;
                   }
                   const auto l = evaluate(*e.left, read);
                   const auto r = evaluate(*e.right, read);
                   return l && r ? reasonIn(compute(e.op, *l, *r, e.kind))
                                 : whyNoValue(l ? *e.right : *e.left, read);
                 },
                 [&](const SelectExpr& e) -> Result {
                   if (!hasValue(*e.condition, read)) {
                     return whyNoValue(*e.condition, read);
                   }
                   return whyNoValue(*evaluate(*e.condition, read) != 0 ? *e.whenTrue : *e.whenFalse, read);
                 }},
      expr.node);
}

bool mayHaveNoValue(const Expr& expr) {
  return anyPart(expr, [](const Expr& part) {
    if (const auto* e = std::get_if<UnaryExpr>(&part.node)) {
      return e->op == UnaryOp::Assert || e->op == UnaryOp::Undefined || e->op == kKnown;
    }
    const auto* e = std::get_if<BinaryExpr>(&part.node);
    return e != nullptr && mayHaveNoValue(*e);
  });
}

}  // namespace hrfcheck::inline program
