#pragma once

#include <utility>

#include "program/expr/expr.h"
#include "util/overloaded.h"

/// Expressions as trees, for code that asks the same of all operators.
namespace hrfcheck::inline program {

/// Calls with the operands of the outermost operator, in the order in which they are written.
template <typename Visit>
void forEachOperand(const Expr& expr, Visit&& visit) {
  std::visit(Overloaded{[](const ConstantExpr&) {}, [](const RegisterExpr&) {},
                        [&](const UnaryExpr& e) { visit(*e.operand); },
                        [&](const BinaryExpr& e) {
                          visit(*e.left);
                          visit(*e.right);
                        },
                        [&](const SelectExpr& e) {
                          visit(*e.condition);
                          visit(*e.whenTrue);
                          visit(*e.whenFalse);
                        }},
             expr.node);
}

/// Calls with an expression and all that it is made of, from the outside in.
template <typename Visit>
void forEachPart(const Expr& expr, Visit&& visit) {
  visit(expr);
  forEachOperand(expr, [&](const Expr& operand) { forEachPart(operand, visit); });
}

/// Whether something holds of an expression or of what it is made of.
template <typename Test>
bool anyPart(const Expr& expr, Test&& test) {
  bool any = test(expr);
  forEachOperand(expr, [&](const Expr& operand) { any = any || anyPart(operand, test); });
  return any;
}

/// The expression with the operands of its outermost operator changed; itself where that changes none.
template <typename Change>
ExprPtr withOperands(const ExprPtr& expr, Change&& change) {
  return std::visit(
      Overloaded{[&](const ConstantExpr&) { return expr; }, [&](const RegisterExpr&) { return expr; },
                 [&](const UnaryExpr& e) {
                   ExprPtr operand = change(e.operand);
                   return operand == e.operand ? expr : unary(e.op, std::move(operand), e.kind);
                 },
                 [&](const BinaryExpr& e) {
                   ExprPtr left = change(e.left);
                   ExprPtr right = change(e.right);
                   const bool same = left == e.left && right == e.right;
                   return same ? expr : binary(e.op, std::move(left), std::move(right), e.kind);
                 },
                 [&](const SelectExpr& e) {
                   ExprPtr condition = change(e.condition);
                   ExprPtr yes = change(e.whenTrue);
                   ExprPtr no = change(e.whenFalse);
                   const bool same = condition == e.condition && yes == e.whenTrue && no == e.whenFalse;
                   return same ? expr : select(condition, std::move(yes), std::move(no));
                 }},
      expr->node);
}

/// Whether some constant in an expression is such a value.
template <typename Test>
bool hasConstant(const Expr& expr, Test&& is) {
  return anyPart(expr, [&](const Expr& part) {
    const auto* constant = std::get_if<ConstantExpr>(&part.node);
    return constant != nullptr && is(constant->value);
  });
}
/// Not where there is no expression.
template <typename Test>
bool hasConstant(const ExprPtr& expr, Test&& is) {
  return expr != nullptr && hasConstant(*expr, is);
}

}  // namespace hrfcheck::inline program
