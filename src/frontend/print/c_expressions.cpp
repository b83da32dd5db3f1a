#include "frontend/print/c_expressions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>

#include "frontend/c/language/integer_types.h"
#include "frontend/c/syntax/operators.h"
#include "frontend/print/operand_text.h"
#include "program/expr/addresses.h"
#include "program/expr/further_operators.h"
#include "util/overloaded.h"

namespace hrfcheck::frontend {
namespace {

std::string_view symbolOf(UnaryOp op) {
  switch (op) {
    case UnaryOp::Minus:
      return "-";
    case UnaryOp::BitNot:
      return "~";
    case UnaryOp::LogicalNot:
      return "!";
    case UnaryOp::Convert:
    case UnaryOp::Assert:
    case UnaryOp::Undefined:
      break;
  }
  return "";
}

}  // namespace

std::optional<std::string> CExpressions::value(const Expr& expr) {
  using Text = std::optional<std::string>;
  return std::visit(
      Overloaded{[&](const ConstantExpr& e) { return constant(e.value); },
                 [&](const RegisterExpr& e) -> Text { return reg(e.reg); },
                 [&](const UnaryExpr& e) { return unary(e); }, [&](const BinaryExpr& e) { return binary(e); },
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

/// An operand, in the type that its operator computes in. Registers have 64 bits and a sign here, as they are
/// not declared.
std::optional<std::string> CExpressions::operand(const Expr& expr, IntegerKind kind) {
  const auto* known = std::get_if<ConstantExpr>(&expr.node);
  if (known != nullptr && !isAddress(known->value)) {
    return literal(known->value, kind);
  }
  const auto text = value(expr);
  const bool asItIs = kind.bits == 64 && kind.isSigned && isLong(expr);
  return !text || asItIs ? text : std::optional(fmt::format("({}){}", c::openClName(kind), *text));
}

std::optional<std::string> CExpressions::literal(Value value, IntegerKind kind) const {
  if (value == std::numeric_limits<Value>::min() && kind.isSigned) {
    return std::nullopt;
  }
  if (!kind.isSigned) {
    return fmt::format("{}{}", static_cast<std::uint64_t>(value), kind.bits == 64 ? "ul" : "u");
  }
  return std::to_string(value);
}

/// Whether it is a long as it is printed.
bool CExpressions::isLong(const Expr& expr) const {
  if (std::holds_alternative<RegisterExpr>(expr.node) || std::holds_alternative<ConstantExpr>(expr.node)) {
    return true;
  }
  if (const auto* un = std::get_if<UnaryExpr>(&expr.node)) {
    return un->op != UnaryOp::LogicalNot && un->kind.bits == 64 && un->kind.isSigned;
  }
  if (const auto* bin = std::get_if<BinaryExpr>(&expr.node)) {
    return !givesTruth(bin->op) && bin->kind.bits == 64 && bin->kind.isSigned;
  }
  const auto& choice = std::get<SelectExpr>(expr.node);
  return isLong(*choice.whenTrue) && isLong(*choice.whenFalse);
}

std::optional<std::string> CExpressions::unary(const UnaryExpr& expr) {
  if (expr.op == UnaryOp::Assert || expr.op == UnaryOp::Undefined || isFurther(expr.op)) {
    return std::nullopt;
  }
  if (expr.op == UnaryOp::Convert) {
    const auto text = value(*expr.operand);
    return text ? std::optional(fmt::format("({}){}", c::openClName(expr.kind), *text)) : std::nullopt;
  }
  const auto text = expr.op == UnaryOp::LogicalNot ? value(*expr.operand) : operand(*expr.operand, expr.kind);
  return text ? std::optional(fmt::format("{}({})", symbolOf(expr.op), *text)) : std::nullopt;
}

/// Minimum and maximum have no operator; operands are named twice, and have no effects.
std::optional<std::string> CExpressions::binary(const BinaryExpr& expr) {
  const auto isPlace = [](const Expr& e) {
    const auto* known = std::get_if<ConstantExpr>(&e.node);
    return known != nullptr && isAddress(known->value);
  };
  // An index is an integer of any type.
  const bool asTheyAre = expr.op == BinaryOp::LogicalAnd || expr.op == BinaryOp::LogicalOr ||
                         isPlace(*expr.left) || isPlace(*expr.right);
  const auto left = asTheyAre ? value(*expr.left) : operand(*expr.left, expr.kind);
  const auto right = asTheyAre ? value(*expr.right) : operand(*expr.right, expr.kind);
  if (!left || !right || expr.op == BinaryOp::Index || isFurther(expr.op)) {
    return std::nullopt;
  }
  if (expr.op == BinaryOp::Min || expr.op == BinaryOp::Max) {
    return fmt::format("({0} {2} {1} ? {0} : {1})", *left, *right, expr.op == BinaryOp::Min ? "<" : ">");
  }
  const auto* row = std::ranges::find(c::kBinaryOperators, expr.op, &c::BinaryOperator::op);
  return fmt::format("({} {} {})", *left, row->symbol, *right);
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
