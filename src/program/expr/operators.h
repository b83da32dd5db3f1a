#pragma once

#include <array>
#include <cstddef>

#include "program/expr/further_operators.h"

/// What is asked of operators besides what they compute (arithmetic.h): a row for each.
namespace hrfcheck::inline program {

/// Operators that are alike in most respects.
enum class OperatorGroup { Sum, Quotient, Bits, Shift, Extreme, Equality, Order, Logical, Index, Further };

struct BinaryTraits {
  BinaryOp op;
  OperatorGroup group;
  bool zeroDecides = false;   ///< the result is 0 where an operand is
  bool equalsDecide = false;  ///< of two equal operands the result is always the same
  BinaryOp opposite = op;     ///< of a comparison: gives 1 where it gives 0
};

inline constexpr std::array kBinaryTraits{
    BinaryTraits{BinaryOp::Add, OperatorGroup::Sum},
    BinaryTraits{BinaryOp::Sub, OperatorGroup::Sum, false, true},
    BinaryTraits{BinaryOp::Mul, OperatorGroup::Sum, true},
    BinaryTraits{BinaryOp::Div, OperatorGroup::Quotient},
    BinaryTraits{BinaryOp::Rem, OperatorGroup::Quotient},
    BinaryTraits{BinaryOp::And, OperatorGroup::Bits, true},
    BinaryTraits{BinaryOp::Or, OperatorGroup::Bits},
    BinaryTraits{BinaryOp::Xor, OperatorGroup::Bits, false, true},
    BinaryTraits{BinaryOp::Shl, OperatorGroup::Shift},
    BinaryTraits{BinaryOp::Shr, OperatorGroup::Shift},
    BinaryTraits{BinaryOp::Min, OperatorGroup::Extreme},
    BinaryTraits{BinaryOp::Max, OperatorGroup::Extreme},
    BinaryTraits{BinaryOp::Eq, OperatorGroup::Equality, false, true, BinaryOp::Ne},
    BinaryTraits{BinaryOp::Ne, OperatorGroup::Equality, false, true, BinaryOp::Eq},
    BinaryTraits{BinaryOp::Lt, OperatorGroup::Order, false, true, BinaryOp::Ge},
    BinaryTraits{BinaryOp::Le, OperatorGroup::Order, false, true, BinaryOp::Gt},
    BinaryTraits{BinaryOp::Gt, OperatorGroup::Order, false, true, BinaryOp::Le},
    BinaryTraits{BinaryOp::Ge, OperatorGroup::Order, false, true, BinaryOp::Lt},
    BinaryTraits{BinaryOp::LogicalAnd, OperatorGroup::Logical, true},
    BinaryTraits{BinaryOp::LogicalOr, OperatorGroup::Logical},
    BinaryTraits{BinaryOp::Index, OperatorGroup::Index},
    BinaryTraits{furtherBinary(0), OperatorGroup::Further},
};

constexpr bool rowsAreOperators() {
  for (std::size_t i = 0; i < kBinaryTraits.size(); ++i) {
    if (static_cast<std::size_t>(kBinaryTraits[i].op) != i) {
      return false;
    }
  }
  return true;
}
static_assert(rowsAreOperators(),
              "an operator is the place of its row, and the last row is of all further ones");

constexpr const BinaryTraits& traitsOf(BinaryOp op) {
  return kBinaryTraits[isFurther(op) ? kBinaryTraits.size() - 1 : static_cast<std::size_t>(op)];
}
constexpr OperatorGroup groupOf(BinaryOp op) {
  return traitsOf(op).group;
}
/// `==`, `<` and the like, of integers.
constexpr bool isComparison(BinaryOp op) {
  return traitsOf(op).opposite != op;
}

struct RmwTraits {
  RmwOp op;
  BinaryOp arithmetic;
};
inline constexpr auto kRmwTraits = std::to_array<RmwTraits>({{RmwOp::Add, BinaryOp::Add},
                                                             {RmwOp::Sub, BinaryOp::Sub},
                                                             {RmwOp::Max, BinaryOp::Max},
                                                             {RmwOp::Min, BinaryOp::Min},
                                                             {RmwOp::And, BinaryOp::And},
                                                             {RmwOp::Or, BinaryOp::Or},
                                                             {RmwOp::Xor, BinaryOp::Xor},
                                                             {kRmwFloatAdd, kFloatAdd},
                                                             {kRmwPhaseUpdate, kPhaseUpdate}});

/// The operator that makes what a read-modify-write stores of what it reads and of its operand, where it is
/// one.
constexpr std::optional<BinaryOp> arithmeticOf(RmwOp op) {
  for (const RmwTraits& row : kRmwTraits) {
    if (row.op == op) {
      return row.arithmetic;
    }
  }
  return std::nullopt;
}
/// And the other way round.
constexpr std::optional<RmwOp> updateBy(BinaryOp op) {
  for (const RmwTraits& row : kRmwTraits) {
    if (row.arithmetic == op) {
      return row.op;
    }
  }
  return std::nullopt;
}
/// Whether the value that a read-modify-write stores depends on the one it reads. (Whether it stores may.)
constexpr bool combinesOld(RmwOp op) {
  return op != RmwOp::Exchange && op != RmwOp::CompareSwap;
}

}  // namespace hrfcheck::inline program
