#include "frontend/print/c_expressions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>

#include "frontend/print/operand_text.h"
#include "program/ir/addresses.h"
#include "util/overloaded.h"

namespace hrfcheck::frontend {
namespace {

constexpr auto kOperators =
    std::to_array<std::pair<BinaryOp, std::string_view>>({{BinaryOp::Add, "+"},
                                                          {BinaryOp::Sub, "-"},
                                                          {BinaryOp::Mul, "*"},
                                                          {BinaryOp::Div, "/"},
                                                          {BinaryOp::Rem, "%"},
                                                          {BinaryOp::And, "&"},
                                                          {BinaryOp::Or, "|"},
                                                          {BinaryOp::Xor, "^"},
                                                          {BinaryOp::Shl, "<<"},
                                                          {BinaryOp::Shr, ">>"},
                                                          {BinaryOp::Eq, "=="},
                                                          {BinaryOp::Ne, "!="},
                                                          {BinaryOp::Lt, "<"},
                                                          {BinaryOp::Le, "<="},
                                                          {BinaryOp::Gt, ">"},
                                                          {BinaryOp::Ge, ">="},
                                                          {BinaryOp::LogicalAnd, "&&"},
                                                          {BinaryOp::LogicalOr, "||"}});

std::string_view symbolOf(UnaryOp op) {
  switch (op) {
    case UnaryOp::Minus:
      return "-";
    case UnaryOp::BitNot:
      return "~";
    case UnaryOp::LogicalNot:
      return "!";
  }
  return "";
}

}  // namespace

std::optional<std::string> CExpressions::value(const Expr& expr) {
  using Text = std::optional<std::string>;
  return std::visit(Overloaded{[&](const ConstantExpr& e) { return constant(e.value); },
                               [&](const RegisterExpr& e) -> Text { return reg(e.reg); },
                               [&](const UnaryExpr& e) -> Text {
                                 const Text operand = value(*e.operand);
                                 return operand ? Text(fmt::format("{}({})", symbolOf(e.op), *operand))
                                                : std::nullopt;
                               },
                               [&](const BinaryExpr& e) { return binary(e); },
                               [&](const SelectExpr& e) { return selection(e); }},
                    expr.node);
}

std::optional<std::string> CExpressions::constant(Value value) {
  if (!isAddress(value)) {
    return value == std::numeric_limits<Value>::min() ? std::nullopt : std::optional(std::to_string(value));
  }
  const auto location = program_.locationAt(value);
  if (!location) {
    return std::nullopt;
  }
  const std::string& name = program_.locations[*location].name;
  const std::string object(objectName(program_.locations[*location]));
  objects_.insert(object);
  // An array's name is the address of its first element.
  const bool first = *location == 0 || objectName(program_.locations[*location - 1]) != object;
  return first ? object : "&" + name;
}

/// Minimum and maximum have no operator; operands are named twice, and have no effects.
std::optional<std::string> CExpressions::binary(const BinaryExpr& expr) {
  const auto left = value(*expr.left);
  const auto right = value(*expr.right);
  if (!left || !right) {
    return std::nullopt;
  }
  if (expr.op == BinaryOp::Min || expr.op == BinaryOp::Max) {
    return fmt::format("({0} {2} {1} ? {0} : {1})", *left, *right, expr.op == BinaryOp::Min ? "<" : ">");
  }
  const auto* symbol = std::ranges::find(kOperators, expr.op, &std::pair<BinaryOp, std::string_view>::first);
  return fmt::format("({} {} {})", *left, symbol->second, *right);
}

std::optional<std::string> CExpressions::selection(const SelectExpr& expr) {
  const auto condition = value(*expr.condition);
  const auto whenTrue = value(*expr.whenTrue);
  const auto whenFalse = value(*expr.whenFalse);
  if (!condition || !whenTrue || !whenFalse) {
    return std::nullopt;
  }
  return fmt::format("({} ? {} : {})", *condition, *whenTrue, *whenFalse);
}

}  // namespace hrfcheck::frontend
