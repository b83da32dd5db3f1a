#pragma once

#include <array>
#include <string_view>

#include "program/expr/expr.h"

namespace hrfcheck::frontend::c {

/// C's operators with two operands, but for those that assign; the higher the precedence, the tighter.
struct BinaryOperator {
  std::string_view symbol;
  BinaryOp op;
  int precedence;
};
inline constexpr auto kBinaryOperators = std::to_array<BinaryOperator>({
    {"||", BinaryOp::LogicalOr, 1},
    {"&&", BinaryOp::LogicalAnd, 2},
    {"|", BinaryOp::Or, 3},
    {"^", BinaryOp::Xor, 4},
    {"&", BinaryOp::And, 5},
    {"==", BinaryOp::Eq, 6},
    {"!=", BinaryOp::Ne, 6},
    {"<", BinaryOp::Lt, 7},
    {"<=", BinaryOp::Le, 7},
    {">", BinaryOp::Gt, 7},
    {">=", BinaryOp::Ge, 7},
    {"<<", BinaryOp::Shl, 8},
    {">>", BinaryOp::Shr, 8},
    {"+", BinaryOp::Add, 9},
    {"-", BinaryOp::Sub, 9},
    {"*", BinaryOp::Mul, 10},
    {"/", BinaryOp::Div, 10},
    {"%", BinaryOp::Rem, 10},
});

}  // namespace hrfcheck::frontend::c
