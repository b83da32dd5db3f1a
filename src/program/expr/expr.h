#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "program/expr/integer_kind.h"
#include "program/expr/value.h"

namespace hrfcheck::inline program {

struct Expr;
using ExprPtr = std::shared_ptr<const Expr>;

/// Operators with one operand.
enum class UnaryOp {
  Minus,
  BitNot,
  LogicalNot,
  Convert,   ///< to the operator's kind; an address stays what it is
  Assert,    ///< the operand, if it is not 0; else there is no value
  Undefined  ///< no value, whatever the operand: of what nobody has written
};
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
  LogicalOr,
  Index  ///< the left one, if it is an index of an array of as many elements as the right one says; else
         ///< there is no value
};
/// `==` to `||`: the result is 0 or 1.
constexpr bool givesTruth(BinaryOp op) {
  return BinaryOp::Eq <= op && op <= BinaryOp::LogicalOr;
}

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
  IntegerKind kind;
};
/// An operator with two operands.
struct BinaryExpr {
  BinaryOp op;
  ExprPtr left;
  ExprPtr right;
  IntegerKind kind;
};
/// condition ? whenTrue : whenFalse. What is not chosen need not have a value.
struct SelectExpr {
  ExprPtr condition;
  ExprPtr whenTrue;
  ExprPtr whenFalse;
};

/// A side-effect-free expression over one thread's registers. Comparisons and logical operators give 1 or 0;
/// the right side of a logical operator need not have a value where the left one decides. Arithmetic is that
/// of the operator's kind (integer_kind.h): by default of 64 bits, and wraps around.
struct Expr {
  std::variant<ConstantExpr, RegisterExpr, UnaryExpr, BinaryExpr, SelectExpr> node;
};

ExprPtr constant(Value value);
ExprPtr registerRef(RegisterId reg);
ExprPtr unary(UnaryOp op, ExprPtr operand, IntegerKind kind = {});
ExprPtr binary(BinaryOp op, ExprPtr left, ExprPtr right, IntegerKind kind = {});
ExprPtr select(ExprPtr condition, ExprPtr whenTrue, ExprPtr whenFalse);

/// One operator on values; nothing where it has no value (arithmetic.h says why).
std::optional<Value> apply(UnaryOp op, Value operand, IntegerKind kind = {});
std::optional<Value> apply(BinaryOp op, Value left, Value right, IntegerKind kind = {});

/// The value of `expr` where `read` gives registers their values; nothing if it has none.
std::optional<Value> evaluate(const Expr& expr, const std::function<Value(RegisterId)>& read);

/// What the left side of a logical operator decides alone: 0 for `0 && ...`, 1 for `1 || ...`; nothing else.
std::optional<Value> decidedByLeft(BinaryOp op, Value left);

/// The registers `expr` mentions, sorted, without repetition.
std::vector<RegisterId> registersOf(const Expr& expr);

}  // namespace hrfcheck::inline program
