#include "program/ir/expr.h"

#include <algorithm>

#include "program/ir/addresses.h"
#include "util/overloaded.h"

namespace hrfcheck::inline program {
namespace {

// Arithmetic goes through unsigned numbers, where wrapping around is defined.
std::uint64_t bits(Value v) {
  return static_cast<std::uint64_t>(v);
}
Value number(std::uint64_t b) {
  return static_cast<Value>(b);
}

constexpr std::uint64_t kShiftMask = 63;

std::optional<Value> divide(Value left, Value right) {
  if (right == 0) {
    return std::nullopt;
  }
  return right == -1 ? number(0 - bits(left)) : left / right;
}

std::optional<Value> remainder(Value left, Value right) {
  if (right == 0) {
    return std::nullopt;
  }
  return right == -1 ? 0 : left % right;
}

void collect(const Expr& expr, std::vector<RegisterId>& into) {
  std::visit(Overloaded{[](const ConstantExpr&) {}, [&](const RegisterExpr& e) { into.push_back(e.reg); },
                        [&](const UnaryExpr& e) { collect(*e.operand, into); },
                        [&](const BinaryExpr& e) {
                          collect(*e.left, into);
                          collect(*e.right, into);
                        },
                        [&](const SelectExpr& e) {
                          collect(*e.condition, into);
                          collect(*e.whenTrue, into);
                          collect(*e.whenFalse, into);
                        }},
             expr.node);
}

}  // namespace

ExprPtr constant(Value value) {
  return std::make_shared<Expr>(Expr{ConstantExpr{value}});
}
ExprPtr registerRef(RegisterId reg) {
  return std::make_shared<Expr>(Expr{RegisterExpr{reg}});
}
ExprPtr unary(UnaryOp op, ExprPtr operand) {
  return std::make_shared<Expr>(Expr{UnaryExpr{op, std::move(operand)}});
}
ExprPtr binary(BinaryOp op, ExprPtr left, ExprPtr right) {
  return std::make_shared<Expr>(Expr{BinaryExpr{op, std::move(left), std::move(right)}});
}
ExprPtr select(ExprPtr condition, ExprPtr whenTrue, ExprPtr whenFalse) {
  return std::make_shared<Expr>(
      Expr{SelectExpr{std::move(condition), std::move(whenTrue), std::move(whenFalse)}});
}

namespace {

/// The operator as arithmetic alone.
std::optional<Value> computed(UnaryOp op, Value operand) {
  switch (op) {
    case UnaryOp::Minus:
      return number(0 - bits(operand));
    case UnaryOp::BitNot:
      return number(~bits(operand));
    case UnaryOp::LogicalNot:
      return operand == 0 ? 1 : 0;
  }
  return std::nullopt;
}

std::optional<Value> computed(BinaryOp op, Value left, Value right) {
  switch (op) {
    case BinaryOp::Add:
      return number(bits(left) + bits(right));
    case BinaryOp::Sub:
      return number(bits(left) - bits(right));
    case BinaryOp::Mul:
      return number(bits(left) * bits(right));
    case BinaryOp::Div:
      return divide(left, right);
    case BinaryOp::Rem:
      return remainder(left, right);
    case BinaryOp::And:
      return number(bits(left) & bits(right));
    case BinaryOp::Or:
      return number(bits(left) | bits(right));
    case BinaryOp::Xor:
      return number(bits(left) ^ bits(right));
    case BinaryOp::Shl:
      return number(bits(left) << (bits(right) & kShiftMask));
    case BinaryOp::Shr:
      return left >> (bits(right) & kShiftMask);
    case BinaryOp::Min:
      return std::min(left, right);
    case BinaryOp::Max:
      return std::max(left, right);
    case BinaryOp::Eq:
      return left == right;
    case BinaryOp::Ne:
      return left != right;
    case BinaryOp::Lt:
      return left < right;
    case BinaryOp::Le:
      return left <= right;
    case BinaryOp::Gt:
      return left > right;
    case BinaryOp::Ge:
      return left >= right;
    case BinaryOp::LogicalAnd:
      return left != 0 && right != 0;
    case BinaryOp::LogicalOr:
      return left != 0 || right != 0;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Value> apply(UnaryOp op, Value operand) {
  const std::optional<Value> result = computed(op, operand);
  return result && isAddress(*result) && !isAddress(operand) ? std::nullopt : result;
}

std::optional<Value> apply(BinaryOp op, Value left, Value right) {
  const std::optional<Value> result = computed(op, left, right);
  const bool forged = result && isAddress(*result) && !isAddress(left) && !isAddress(right);
  return forged ? std::nullopt : result;
}

std::optional<Value> evaluate(const Expr& expr, const std::function<Value(RegisterId)>& read) {
  using Result = std::optional<Value>;
  return std::visit(Overloaded{[](const ConstantExpr& e) -> Result { return e.value; },
                               [&](const RegisterExpr& e) -> Result { return read(e.reg); },
                               [&](const UnaryExpr& e) -> Result {
                                 const Result v = evaluate(*e.operand, read);
                                 return v ? apply(e.op, *v) : std::nullopt;
                               },
                               [&](const BinaryExpr& e) -> Result {
                                 const Result l = evaluate(*e.left, read);
                                 const Result r = evaluate(*e.right, read);
                                 return l && r ? apply(e.op, *l, *r) : std::nullopt;
                               },
                               [&](const SelectExpr& e) -> Result {
                                 const Result c = evaluate(*e.condition, read);
                                 const Result t = evaluate(*e.whenTrue, read);
                                 const Result f = evaluate(*e.whenFalse, read);
                                 return c && t && f ? (*c != 0 ? t : f) : std::nullopt;
                               }},
                    expr.node);
}

std::optional<Value> forgedAddress(BinaryOp op, Value left, Value right) {
  return apply(op, left, right) ? std::nullopt : computed(op, left, right);
}

std::optional<Value> forgedAddress(const Expr& expr, const std::function<Value(RegisterId)>& read) {
  using Result = std::optional<Value>;
  return std::visit(Overloaded{[](const ConstantExpr&) -> Result { return std::nullopt; },
                               [](const RegisterExpr&) -> Result { return std::nullopt; },
                               [&](const UnaryExpr& e) -> Result {
                                 const Result v = evaluate(*e.operand, read);
                                 if (!v) {
                                   return forgedAddress(*e.operand, read);
                                 }
                                 return apply(e.op, *v) ? std::nullopt : computed(e.op, *v);
                               },
                               [&](const BinaryExpr& e) -> Result {
                                 const Result l = evaluate(*e.left, read);
                                 const Result r = evaluate(*e.right, read);
                                 return l && r ? forgedAddress(e.op, *l, *r)
                                               : forgedAddress(l ? *e.right : *e.left, read);
                               },
                               [&](const SelectExpr& e) -> Result {
                                 for (const ExprPtr& part : {e.condition, e.whenTrue, e.whenFalse}) {
                                   if (!evaluate(*part, read)) {
                                     return forgedAddress(*part, read);
                                   }
                                 }
                                 return std::nullopt;
                               }},
                    expr.node);
}

std::vector<RegisterId> registersOf(const Expr& expr) {
  std::vector<RegisterId> result;
  collect(expr, result);
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

}  // namespace hrfcheck::inline program
