// Arithmetic with C's types: operands are promoted and converted to a common type, and the operator computes
// in that type. What is not declared is no C, and takes part as before there were types here: as a number of
// 64 bits that wraps around. An address is a number of 64 bits whatever type holds it
// (program/expr/arithmetic.cpp), and sums and differences with pointers count in elements.

#include <fmt/format.h>

#include "frontend/c/language/folding.h"
#include "frontend/c/lower/lowerer.h"
#include "program/expr/operators.h"

namespace hrfcheck::frontend::c {
namespace {

IntegerKind integerOf(const ValueType& type) {
  return type.isPointer() || !type.known ? kUndeclared : type.integer;
}

/// Operators whose result may be another one in 64 bits with a sign than in C's unsigned type.
bool dependsOnSign(BinaryOp op) {
  return op == BinaryOp::Sub || groupOf(op) == OperatorGroup::Quotient || groupOf(op) == OperatorGroup::Order;
}

/// A declared integer that C computes with as unsigned.
bool isUnsigned(const ValueType& type) {
  return type.known && type.isInteger() && !promoted(type.integer).isSigned;
}

/// Of a result that is not a pointer.
ValueType resultType(IntegerKind integer, bool known) {
  ValueType type = ValueType::of(known ? integer : kUndeclared);
  type.known = known;
  return type;
}

}  // namespace

ValueType Lowerer::pointedTo(const ValueType& pointer) const {
  ValueType type = pointer.pointee();
  if (!type.isInteger() || type.known || type.integer != kUndeclared) {
    return type;
  }
  std::optional<IntegerKind> only;
  for (const MemoryLocation& location : names_.program().locations) {
    if (only && location.kind && *location.kind != *only) {
      return type;
    }
    only = location.kind ? location.kind : only;
  }
  type.integer = only.value_or(kUndeclared);
  return type;
}

hrfcheck::ExprPtr Lowerer::converted(const TypedValue& value, const ValueType& type) {
  if (!type.isInteger() || (!type.known && type.integer == kUndeclared)) {
    return value.expr;
  }
  if (value.type.isPointer()) {
    return type.integer == kBool ? truth(value.expr) : value.expr;
  }
  return convertedTo(type.integer, integerOf(value.type), value.expr);
}

hrfcheck::ExprPtr Lowerer::stored(const TypedValue& value, const ValueType& type) {
  const hrfcheck::ExprPtr inType = converted(value, type);
  return type.isInteger() && type.object ? convertedTo(*type.object, type.integer, inType) : inType;
}

TypedValue Lowerer::loaded(RegisterId reg, const ValueType& type) {
  ValueType result = type;
  result.object.reset();
  if (type.isInteger() && type.object) {
    return {convertedTo(type.integer, *type.object, registerRef(reg)), result};
  }
  return {registerRef(reg), type.isInteger() ? result : type};
}

TypedValue Lowerer::unaryArithmetic(UnaryOp op, const TypedValue& operand) {
  if (op == UnaryOp::LogicalNot) {
    return {folded(op, operand.expr), {}};
  }
  const bool known = operand.type.known && !operand.type.isPointer();
  const IntegerKind type = promoted(integerOf(operand.type));
  return {folded(op, operand.expr, known ? computedIn(op, type) : IntegerKind{}), resultType(type, known)};
}

TypedValue Lowerer::arithmetic(BinaryOp op, const TypedValue& left, const TypedValue& right, const Expr& at) {
  const bool sum = op == BinaryOp::Add || op == BinaryOp::Sub;
  if (sum && (left.type.isPointer() || right.type.isPointer())) {
    return pointerArithmetic(op, left, right, at);
  }
  warnOfUndeclared(op, left.type, right.type, at);
  return integerArithmetic(op, left, right, at);
}

void Lowerer::warnOfUndeclared(BinaryOp op, const ValueType& left, const ValueType& right, const Expr& at) {
  const bool mixed = (!left.known && isUnsigned(right)) || (!right.known && isUnsigned(left));
  if (mixed && dependsOnSign(op)) {
    warn(at.span,
         fmt::format("computed as a signed 64-bit value, since an operand is not declared; C computes as {}",
                     typeName(promoted(left.known ? left.integer : right.integer))),
         "declare the variable with its type");
  }
}

TypedValue Lowerer::integerArithmetic(BinaryOp op, const TypedValue& left, const TypedValue& right,
                                      const Expr& at) {
  const bool known = left.type.known && right.type.known;
  if (op == BinaryOp::LogicalAnd || op == BinaryOp::LogicalOr) {
    return {folded(op, left.expr, right.expr), {}};
  }
  const IntegerKind a = integerOf(left.type);
  const IntegerKind b = integerOf(right.type);
  const bool converts = convertsOperands(op);
  const IntegerKind type = converts ? commonType(a, b) : promoted(a);
  const bool plain = !known || left.type.isPointer() || right.type.isPointer();
  const IntegerKind kind = plain ? IntegerKind{} : computedIn(op, type, context_.language.shifts);
  const hrfcheck::ExprPtr l = converts ? convertedTo(type, a, left.expr) : left.expr;
  const hrfcheck::ExprPtr r = converts ? convertedTo(type, b, right.expr) : right.expr;
  if (op == BinaryOp::Shl && kind.strict && kind.isSigned && context_.language.shifts == ShiftRule::Cpp) {
    return {shiftedIntoSign(l, r, kind, at), resultType(type, known)};
  }
  return {folded(op, l, r, kind), givesTruth(op) ? ValueType() : resultType(type, known)};
}

/// A signed left shift of C++: where the unsigned type has the result, that, converted; else as C has it.
hrfcheck::ExprPtr Lowerer::shiftedIntoSign(hrfcheck::ExprPtr left, hrfcheck::ExprPtr count, IntegerKind kind,
                                           const Expr& at) {
  const IntegerKind bits{kind.bits, false, true};
  const Value* number = constantOf(left);
  const bool oneBit = number != nullptr && (*number == 0 || *number == 1);
  left = shared(std::move(left), at);
  count = shared(std::move(count), at);
  const hrfcheck::ExprPtr shifted = folded(BinaryOp::Shl, left, count, bits);
  const hrfcheck::ExprPtr converted = folded(UnaryOp::Convert, shifted, {kind.bits, true});
  if (oneBit) {
    return converted;
  }
  const hrfcheck::ExprPtr loses = folded(BinaryOp::Ne, folded(BinaryOp::Shr, shifted, count, bits), left);
  return chosenBy(loses, folded(BinaryOp::Shl, left, count, kind), converted);
}

/// To be used several times: in a register, where it is large.
hrfcheck::ExprPtr Lowerer::shared(hrfcheck::ExprPtr value, const Expr& at) {
  constexpr std::size_t kSmall = 16;
  if (isSmall(*value, kSmall)) {
    return value;
  }
  const RegisterId reg = temporary();
  emit(AssignOp{reg, std::move(value)}, originOf(at));
  return registerRef(reg);
}

TypedValue Lowerer::pointerArithmetic(BinaryOp op, const TypedValue& left, const TypedValue& right,
                                      const Expr& at) {
  const auto scaled = [](const TypedValue& v, Value stride) {
    return folded(BinaryOp::Mul, v.expr, constant(stride));
  };
  const auto ofVoid = [](const TypedValue& v) { return v.type.pointers == 1 && v.type.ofVoid; };
  if (ofVoid(left) || ofVoid(right)) {
    fail(at.span, "a pointer to void has no elements to count", "cast it to what it points to");
  }
  if (left.type.isPointer() && right.type.isPointer()) {
    if (op == BinaryOp::Add) {
      fail(at.span, "two pointers cannot be added");
    }
    const hrfcheck::ExprPtr distance = folded(op, left.expr, right.expr);
    const Value stride = strideOf(left.type);
    return {stride == 1 ? distance : folded(BinaryOp::Div, distance, constant(stride)), ValueType::of(kLong)};
  }
  if (left.type.isPointer()) {
    return {folded(op, left.expr, scaled(right, strideOf(left.type))), left.type};
  }
  if (op == BinaryOp::Sub) {
    fail(at.span, "a pointer cannot be subtracted from an integer");
  }
  return {folded(op, right.expr, scaled(left, strideOf(right.type))), right.type};
}

/// The type of `c ? a : b`, and its value: converting at the end is the same as converting each of the two,
/// since a value of either type is held as the number that it is.
TypedValue Lowerer::chosen(hrfcheck::ExprPtr value, const ValueType& whenTrue, const ValueType& whenFalse) {
  if (whenTrue.isPointer() || whenFalse.isPointer()) {
    return {std::move(value), whenTrue.isPointer() ? whenTrue : whenFalse};
  }
  const bool known = whenTrue.known && whenFalse.known;
  const IntegerKind type = commonType(integerOf(whenTrue), integerOf(whenFalse));
  const bool same = contains(type, integerOf(whenTrue)) && contains(type, integerOf(whenFalse));
  return {same || !known ? std::move(value) : folded(UnaryOp::Convert, std::move(value), type),
          resultType(type, known)};
}

}  // namespace hrfcheck::frontend::c
