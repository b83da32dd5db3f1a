#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "program/ir/value.h"

namespace hrfcheck::inline program {

struct Expr;
using ExprPtr = std::shared_ptr<const Expr>;

/// Operators with one operand.
enum class UnaryOp { Minus, BitNot, LogicalNot };
/// Operators with two operands.
enum class BinaryOp {
  Add,
  Sub,
  Mul,
  Div,
  Rem,
  And,
  Or,
  Xor,
  Shl,
  Shr,
  Min,
  Max,
  Eq,
  Ne,
  Lt,
  Le,
  Gt,
  Ge,
  LogicalAnd,
  LogicalOr
};

/// A constant.
struct ConstantExpr {
  Value value;
};
/// The value of a register.
struct RegisterExpr {
  RegisterId reg;
};
/// An operator with one operand.
struct UnaryExpr {
  UnaryOp op;
  ExprPtr operand;
};
/// An operator with two operands.
struct BinaryExpr {
  BinaryOp op;
  ExprPtr left;
  ExprPtr right;
};
/// condition ? whenTrue : whenFalse, all three evaluated.
struct SelectExpr {
  ExprPtr condition;
  ExprPtr whenTrue;
  ExprPtr whenFalse;
};

/// A side-effect-free expression over one thread's registers. Comparisons and logical operators
/// give 1 or 0; arithmetic wraps around at 64 bits.
struct Expr {
  std::variant<ConstantExpr, RegisterExpr, UnaryExpr, BinaryExpr, SelectExpr> node;
};

ExprPtr constant(Value value);
ExprPtr registerRef(RegisterId reg);
ExprPtr unary(UnaryOp op, ExprPtr operand);
ExprPtr binary(BinaryOp op, ExprPtr left, ExprPtr right);
ExprPtr select(ExprPtr condition, ExprPtr whenTrue, ExprPtr whenFalse);

/// One operator on values; nothing for a division or remainder by zero.
std::optional<Value> apply(UnaryOp op, Value operand);
std::optional<Value> apply(BinaryOp op, Value left, Value right);

/// The value of `expr` where `read` gives registers their values; nothing if it divides by zero.
std::optional<Value> evaluate(const Expr& expr, const std::function<Value(RegisterId)>& read);

/// The registers `expr` mentions, sorted, without repetition.
std::vector<RegisterId> registersOf(const Expr& expr);

}  // namespace hrfcheck::inline program
