#pragma once

#include "program/expr/expr.h"
#include "program/ir/instruction.h"

/// Operators that only code as compilers make it has (frontend/lowlevel), behind those of expr.h and of
/// instruction.h: on floats of 32 or 64 bits, which registers and locations hold as their bits, and on
/// contents that nobody knows. Everybody but arithmetic.h knows them as operators that he does not know.
namespace hrfcheck::inline program {

/// The operator of that number behind the last one of the enumeration.
constexpr BinaryOp furtherBinary(int number) {
  return static_cast<BinaryOp>(static_cast<int>(BinaryOp::Index) + 1 + number);
}
constexpr UnaryOp furtherUnary(int number) {
  return static_cast<UnaryOp>(static_cast<int>(UnaryOp::Undefined) + 1 + number);
}

inline constexpr BinaryOp kFloatAdd = furtherBinary(0);
inline constexpr BinaryOp kFloatMul = furtherBinary(1);
inline constexpr BinaryOp kFloatDiv = furtherBinary(2);
inline constexpr BinaryOp kFloatMin = furtherBinary(3);
inline constexpr BinaryOp kFloatMax = furtherBinary(4);
inline constexpr BinaryOp kFloatEq = furtherBinary(5);  ///< comparisons give 1 or 0
inline constexpr BinaryOp kFloatLt = furtherBinary(6);
inline constexpr BinaryOp kFloatLe = furtherBinary(7);
/// The product of two floats of 32 bits as a float of 64 bits, which has room for all of it.
inline constexpr BinaryOp kFloatMulExact = furtherBinary(8);
/// The sum of such a product and a float of 32 bits, rounded once: both together are a fused operation.
inline constexpr BinaryOp kFloatAddFused = furtherBinary(9);

/// A word that stands for a barrier object, and an update of it (phase_barrier.h).
inline constexpr BinaryOp kPhaseUpdate = furtherBinary(10);

/// The operand, if it is not the unknown content of a location; else there is no value.
inline constexpr UnaryOp kKnown = furtherUnary(0);
/// The float of the kind's bits that is nearest to a signed number.
inline constexpr UnaryOp kFloatOfInteger = furtherUnary(1);
/// Of a float of the other width, 32 or 64 bits.
inline constexpr UnaryOp kFloatOfFloat = furtherUnary(2);
/// The integer of the kind towards zero, or the nearest that it has; of a NaN 0.
inline constexpr UnaryOp kIntegerOfFloat32 = furtherUnary(3);
inline constexpr UnaryOp kIntegerOfFloat64 = furtherUnary(4);
/// A sum of floats of as many bits as the kind has; of a strict kind, subnormal numbers of 32 bits are 0.
inline constexpr RmwOp kRmwFloatAdd = static_cast<RmwOp>(static_cast<int>(RmwOp::DecrementFrom) + 1);
/// An update of the word of a barrier object (phase_barrier.h).
inline constexpr RmwOp kRmwPhaseUpdate = static_cast<RmwOp>(static_cast<int>(RmwOp::DecrementFrom) + 2);
/// The kind of an assertion about the word of a barrier object.
inline constexpr IntegerKind kOfBarrierObject{1, false};

constexpr bool isFurther(BinaryOp op) {
  return op > BinaryOp::Index;
}
constexpr bool isFurther(UnaryOp op) {
  return op > UnaryOp::Undefined;
}
/// A comparison of floats: the result is 0 or 1.
constexpr bool comparesFloats(BinaryOp op) {
  return kFloatEq <= op && op <= kFloatLe;
}

/// What a location or a parameter holds of which nothing says what it holds (PTX ISA, "Initial values":
/// "unknown but constant"): one number stands for all, for nobody asks whether two of them are equal. A
/// comparison has no value, nor has an address that is made of it: the thread stops there, and the answer is
/// open. What is computed of it one to one is any number, too.
inline constexpr Value kUnknown = 0x5a5a'c3c3'7e1d'9b66;
/// What else is computed of it: it need not be any number.
inline constexpr Value kOfUnknown = kUnknown + 1;
constexpr bool isUnknown(Value v) {
  return v == kUnknown || v == kOfUnknown;
}

/// Instruction::marks of code that is PTX already, where it may be told from what compilers make of CUDA.
inline constexpr const char* kMarkOfPtx = "ptx";

}  // namespace hrfcheck::inline program
