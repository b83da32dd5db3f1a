#include "frontend/c/language/folding.h"

#include "program/expr/expr_parts.h"

namespace hrfcheck::frontend::c {

const Value* constantOf(const hrfcheck::ExprPtr& expr) {
  const auto* known = std::get_if<ConstantExpr>(&expr->node);
  return known == nullptr ? nullptr : &known->value;
}

hrfcheck::ExprPtr folded(UnaryOp op, hrfcheck::ExprPtr operand, IntegerKind kind) {
  if (const Value* known = constantOf(operand)) {
    if (const auto result = apply(op, *known, kind)) {
      return constant(*result);
    }
  }
  return unary(op, std::move(operand), kind);
}

hrfcheck::ExprPtr folded(BinaryOp op, hrfcheck::ExprPtr left, hrfcheck::ExprPtr right, IntegerKind kind) {
  const Value* a = constantOf(left);
  const Value* b = constantOf(right);
  if (a != nullptr && b != nullptr) {
    if (const auto result = apply(op, *a, *b, kind)) {
      return constant(*result);
    }
  }
  if ((op == BinaryOp::Add || op == BinaryOp::Sub) && b != nullptr && *b == 0) {
    return left;
  }
  if (op == BinaryOp::Mul && b != nullptr && *b == 1) {
    return left;
  }
  return binary(op, std::move(left), std::move(right), kind);
}

hrfcheck::ExprPtr chosenBy(const hrfcheck::ExprPtr& condition, const hrfcheck::ExprPtr& whenTrue,
                           const hrfcheck::ExprPtr& whenFalse) {
  if (const Value* known = constantOf(condition)) {
    return *known != 0 ? whenTrue : whenFalse;
  }
  return select(condition, whenTrue, whenFalse);
}

bool isSmall(const hrfcheck::Expr& expr, std::size_t most) {
  return !anyPart(expr, [left = most](const hrfcheck::Expr&) mutable { return left-- == 0; });
}

namespace {

bool isTruthValue(const hrfcheck::Expr& expr) {
  if (const auto* un = std::get_if<hrfcheck::UnaryExpr>(&expr.node)) {
    return un->op == UnaryOp::LogicalNot;
  }
  const auto* bin = std::get_if<hrfcheck::BinaryExpr>(&expr.node);
  return bin != nullptr && givesTruth(bin->op);
}

}  // namespace

hrfcheck::ExprPtr truth(const hrfcheck::ExprPtr& expr) {
  return isTruthValue(*expr) ? expr : folded(BinaryOp::Ne, expr, constant(0));
}

hrfcheck::ExprPtr convertedTo(IntegerKind to, IntegerKind from, const hrfcheck::ExprPtr& expr) {
  if (contains(to, from) || isTruthValue(*expr)) {
    return expr;
  }
  return to == kBool ? truth(expr) : folded(UnaryOp::Convert, expr, to);
}

}  // namespace hrfcheck::frontend::c
