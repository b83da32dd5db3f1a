#include "program/expr/expr.h"

#include <algorithm>

#include "program/expr/arithmetic.h"
#include "program/expr/expr_parts.h"

namespace hrfcheck::inline program {

ExprPtr constant(Value value) {
  return std::make_shared<Expr>(Expr{ConstantExpr{value}});
}
ExprPtr registerRef(RegisterId reg) {
  return std::make_shared<Expr>(Expr{RegisterExpr{reg}});
}
ExprPtr unary(UnaryOp op, ExprPtr operand, IntegerKind kind) {
  return std::make_shared<Expr>(Expr{UnaryExpr{op, std::move(operand), kind}});
}
ExprPtr binary(BinaryOp op, ExprPtr left, ExprPtr right, IntegerKind kind) {
  return std::make_shared<Expr>(Expr{BinaryExpr{op, std::move(left), std::move(right), kind}});
}
ExprPtr select(ExprPtr condition, ExprPtr whenTrue, ExprPtr whenFalse) {
  return std::make_shared<Expr>(
      Expr{SelectExpr{std::move(condition), std::move(whenTrue), std::move(whenFalse)}});
}

namespace {

std::optional<Value> valueIn(const Computed& result) {
  const Value* value = std::get_if<Value>(&result);
  return value == nullptr ? std::nullopt : std::optional(*value);
}

}  // namespace

std::optional<Value> apply(UnaryOp op, Value operand, IntegerKind kind) {
  return valueIn(compute(op, operand, kind));
}

std::optional<Value> apply(BinaryOp op, Value left, Value right, IntegerKind kind) {
  return valueIn(compute(op, left, right, kind));
}

std::optional<Value> decidedByLeft(BinaryOp op, Value left) {
  const bool decides = (op == BinaryOp::LogicalAnd && left == 0) || (op == BinaryOp::LogicalOr && left != 0);
  return decides ? std::optional(Value{left != 0}) : std::nullopt;
}

std::optional<Value> evaluate(const Expr& expr, const std::function<Value(RegisterId)>& read) {
  using Result = std::optional<Value>;
  return std::visit(Overloaded{[](const ConstantExpr& e) -> Result { return e.value; },
                               [&](const RegisterExpr& e) -> Result { return read(e.reg); },
                               [&](const UnaryExpr& e) -> Result {
                                 const Result v = evaluate(*e.operand, read);
                                 return v ? apply(e.op, *v, e.kind) : std::nullopt;
                               },
                               [&](const BinaryExpr& e) -> Result {
                                 const Result l = evaluate(*e.left, read);
                                 if (const Result decided = l ? decidedByLeft(e.op, *l) : std::nullopt) {
                                   return decided;
                                 }
                                 const Result r = l ? evaluate(*e.right, read) : std::nullopt;
                                 return l && r ? apply(e.op, *l, *r, e.kind) : std::nullopt;
                               },
                               [&](const SelectExpr& e) -> Result {
                                 const Result c = evaluate(*e.condition, read);
                                 return c ? evaluate(*c != 0 ? *e.whenTrue : *e.whenFalse, read)
                                          : std::nullopt;
                               }},
                    expr.node);
}

std::vector<RegisterId> registersOf(const Expr& expr) {
  std::vector<RegisterId> result;
  forEachPart(expr, [&](const Expr& part) {
    if (const auto* e = std::get_if<RegisterExpr>(&part.node)) {
      result.push_back(e->reg);
    }
  });
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

}  // namespace hrfcheck::inline program
