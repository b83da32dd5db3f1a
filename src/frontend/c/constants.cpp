#include <fmt/format.h>

#include "frontend/c/expr_parser.h"
#include "program/ir/expr.h"
#include "util/overloaded.h"

namespace hrfcheck::frontend::c {
namespace {

std::optional<UnaryOp> unaryOf(Prefix op) {
  switch (op) {
    case Prefix::Minus:
      return UnaryOp::Minus;
    case Prefix::BitNot:
      return UnaryOp::BitNot;
    case Prefix::LogicalNot:
      return UnaryOp::LogicalNot;
    case Prefix::Dereference:
    case Prefix::AddressOf:
    case Prefix::Increment:
    case Prefix::Decrement:
      break;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Value> constantValue(const Expr& expr, const std::map<std::string_view, Value>& constants) {
  using Result = std::optional<Value>;
  const auto inner = [&](const ExprPtr& e) { return constantValue(*e, constants); };
  return std::visit(
      Overloaded{[](const Number& n) -> Result { return n.value; },
                 [&](const Name&) -> Result {
                   const auto it = constants.find(expr.token.text);
                   return it == constants.end() ? Result() : it->second;
                 },
                 [&](const PrefixExpr& e) -> Result {
                   const std::optional<UnaryOp> op = unaryOf(e.op);
                   const Result value = op ? inner(e.operand) : Result();
                   return value ? apply(*op, *value) : Result();
                 },
                 [&](const BinaryExpr& e) -> Result {
                   const Result left = inner(e.left);
                   const Result right = inner(e.right);
                   return left && right ? apply(e.op, *left, *right) : Result();
                 },
                 [&](const ConditionalExpr& e) -> Result {
                   const Result condition = inner(e.condition);
                   const Result whenTrue = inner(e.whenTrue);
                   const Result whenFalse = inner(e.whenFalse);
                   const bool known = condition && whenTrue && whenFalse;
                   return !known ? Result() : *condition != 0 ? whenTrue : whenFalse;
                 },
                 [&](const CastExpr& e) { return inner(e.operand); },
                 [](const PostfixExpr&) { return Result(); }, [](const IndexExpr&) { return Result(); },
                 [](const MemberExpr&) { return Result(); }, [](const AssignExpr&) { return Result(); },
                 [](const CallExpr&) { return Result(); }, [](const CommaExpr&) { return Result(); }},
      expr.node);
}

Value parseConstant(ParseContext& context) {
  const Token first = context.in.peek();
  const ExprPtr expr = parseAssignment(context);
  const std::optional<Value> value = constantValue(*expr, context.constants);
  if (!value) {
    context.in.fail(first, "expected a constant: a number, an enumerator, or operators on them");
  }
  return *value;
}

}  // namespace hrfcheck::frontend::c
