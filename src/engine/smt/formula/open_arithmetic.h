#pragma once

#include "engine/smt/formula/bit_vector.h"
#include "program/expr/expr.h"

namespace hrfcheck::inline engine::smt {

/// An operand of which only the bits are known, as literals.
struct OpenOperand {
  Bits bits;
  bool mayBeAddress = false;
};

/// What an operator makes of such operands: compute (program/expr/arithmetic.h) as a circuit, except that
/// arithmetic with an address has no value where it leads to another object. An index that may be any number
/// would find each of them behind some gap.
struct OpenResult {
  Bits bits = constantBits(0);
  Lit fault = kFalse;  ///< there is no value
  /// The bits may be any, which is more than there is: the product of two numbers of 64 bits may or may not
  /// fit.
  Lit inexact = kFalse;
  bool mayBeAddress = false;
};

OpenResult compute(Formula& formula, UnaryOp op, const OpenOperand& operand, IntegerKind kind);
/// @param op not one of the logical operators, whose right side need not have a value
OpenResult compute(Formula& formula, BinaryOp op, const OpenOperand& left, const OpenOperand& right,
                   IntegerKind kind);

}  // namespace hrfcheck::inline engine::smt
