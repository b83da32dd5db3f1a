#include <fmt/format.h>

#include "frontend/c/syntax/parsers.h"
#include "program/expr/expr.h"
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

std::optional<Literal> constantValue(const Expr& expr, const std::map<std::string_view, Literal>& constants,
                                     ShiftRule shifts) {
  using Result = std::optional<Literal>;
  const auto inner = [&](const ExprPtr& e) { return constantValue(*e, constants, shifts); };
  return std::visit(
      Overloaded{[](const Number& n) -> Result {
                   return Literal{n.value, n.kind};
                 },
                 [&](const Name&) -> Result {
                   const auto it = constants.find(expr.token.text);
                   return it == constants.end() ? Result() : it->second;
                 },
                 [&](const PrefixExpr& e) -> Result {
                   const std::optional<UnaryOp> op = unaryOf(e.op);
                   const Result value = op ? inner(e.operand) : Result();
                   return value ? constantResult(*op, *value) : Result();
                 },
                 [&](const BinaryExpr& e) -> Result {
                   const Result left = inner(e.left);
                   const Result right = inner(e.right);
                   return left && right ? constantResult(e.op, *left, *right, shifts) : Result();
                 },
                 [&](const ConditionalExpr& e) -> Result {
                   const Result condition = inner(e.condition);
                   const Result whenTrue = inner(e.whenTrue);
                   const Result whenFalse = inner(e.whenFalse);
                   if (!condition || !whenTrue || !whenFalse) {
                     return std::nullopt;
                   }
                   return literalIn(commonType(whenTrue->type, whenFalse->type),
                                    condition->value != 0 ? *whenTrue : *whenFalse);
                 },
                 [&](const CastExpr& e) -> Result {
                   const Result operand = inner(e.operand);
                   const bool integer = e.type.base == Type::Base::Integer && e.type.pointers == 0;
                   return operand && integer ? Result(literalIn(e.type.integer, *operand)) : operand;
                 },
                 [](const PostfixExpr&) { return Result(); }, [](const IndexExpr&) { return Result(); },
                 [](const MemberExpr&) { return Result(); }, [](const AssignExpr&) { return Result(); },
                 [](const CallExpr&) { return Result(); }, [](const CommaExpr&) { return Result(); }},
      expr.node);
}

Literal parseConstant(ParseContext& context) {
  const Token first = context.in.peek();
  const ExprPtr expr = parseAssignment(context);
  const std::optional<Literal> value = constantValue(*expr, context.constants, context.shifts);
  if (!value) {
    context.in.fail(first, "expected a constant: a number, an enumerator, or operators on them");
  }
  return *value;
}

}  // namespace hrfcheck::frontend::c
