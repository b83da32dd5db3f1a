// Rewriting is structural: it folds constants and finds `x == x`, and knows nothing else of arithmetic.

#include "program/expr/substitute.h"

#include "program/expr/expr_parts.h"
#include "program/expr/operators.h"

namespace hrfcheck::inline program {

bool sameExpr(const Expr& a, const Expr& b) {
  return std::visit(
      Overloaded{[](const ConstantExpr& x, const ConstantExpr& y) { return x.value == y.value; },
                 [](const RegisterExpr& x, const RegisterExpr& y) { return x.reg == y.reg; },
                 [](const UnaryExpr& x, const UnaryExpr& y) {
                   return x.op == y.op && x.kind == y.kind && sameExpr(*x.operand, *y.operand);
                 },
                 [](const BinaryExpr& x, const BinaryExpr& y) {
                   return x.op == y.op && x.kind == y.kind && sameExpr(*x.left, *y.left) &&
                          sameExpr(*x.right, *y.right);
                 },
                 [](const SelectExpr& x, const SelectExpr& y) {
                   return sameExpr(*x.condition, *y.condition) && sameExpr(*x.whenTrue, *y.whenTrue) &&
                          sameExpr(*x.whenFalse, *y.whenFalse);
                 },
                 [](const auto&, const auto&) { return false; }},
      a.node, b.node);
}

std::optional<Value> constantValue(const Expr& expr) {
  const auto* c = std::get_if<ConstantExpr>(&expr.node);
  return c == nullptr ? std::nullopt : std::optional(c->value);
}

namespace {

ExprPtr foldBinary(BinaryOp op, ExprPtr left, ExprPtr right, IntegerKind kind) {
  const auto a = constantValue(*left);
  const auto b = constantValue(*right);
  if (a && b) {
    if (const auto value = apply(op, *a, *b, kind)) {
      return constant(*value);
    }
  }
  if (isComparison(op) && sameExpr(*left, *right)) {
    return constant(*apply(op, 0, 0));
  }
  for (const auto& side : {a, b}) {
    if (const auto decided = side ? decidedByLeft(op, *side) : std::nullopt) {
      return constant(*decided);
    }
  }
  return binary(op, std::move(left), std::move(right), kind);
}

}  // namespace

ExprPtr substitute(const ExprPtr& expr, const std::map<RegisterId, ExprPtr>& values) {
  return std::visit(
      Overloaded{[&](const ConstantExpr&) { return expr; },
                 [&](const RegisterExpr& e) {
                   const auto found = values.find(e.reg);
                   return found == values.end() ? expr : found->second;
                 },
                 [&](const UnaryExpr& e) {
                   ExprPtr operand = substitute(e.operand, values);
                   const auto c = constantValue(*operand);
                   const auto value = c ? apply(e.op, *c, e.kind) : std::nullopt;
                   return value ? constant(*value) : unary(e.op, std::move(operand), e.kind);
                 },
                 [&](const BinaryExpr& e) {
                   return foldBinary(e.op, substitute(e.left, values), substitute(e.right, values), e.kind);
                 },
                 [&](const SelectExpr& e) {
                   const ExprPtr condition = substitute(e.condition, values);
                   if (const auto c = constantValue(*condition)) {
                     return substitute(*c != 0 ? e.whenTrue : e.whenFalse, values);
                   }
                   return select(condition, substitute(e.whenTrue, values), substitute(e.whenFalse, values));
                 }},
      expr->node);
}

Truth truthOf(ExprPtr condition) {
  Truth result{std::move(condition), false};
  for (;;) {
    const auto* un = std::get_if<UnaryExpr>(&result.expr->node);
    const auto* bin = std::get_if<BinaryExpr>(&result.expr->node);
    const bool equality = bin != nullptr && (bin->op == BinaryOp::Eq || bin->op == BinaryOp::Ne);
    if (un != nullptr && un->op == UnaryOp::LogicalNot) {
      result = {un->operand, !result.negated};
    } else if (equality && constantValue(*bin->right) == Value{0}) {
      result = {bin->left, result.negated == (bin->op == BinaryOp::Ne)};
    } else if (equality && bin->op == BinaryOp::Ne) {
      result = {binary(BinaryOp::Eq, bin->left, bin->right), !result.negated};
    } else {
      return result;
    }
  }
}

}  // namespace hrfcheck::inline program
