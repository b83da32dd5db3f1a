#include "observe/emit/ptx_expressions.h"

#include <fmt/format.h>

#include "util/diagnostic.h"
#include "util/overloaded.h"

namespace hrfcheck::inline observe {
namespace {

[[noreturn]] void refuseOperator(std::string_view what) {
  throw UserError(fmt::format("{} has no form on a device", what));
}

/// What is an instruction of two operands.
const char* plainWord(BinaryOp op, bool isSigned) {
  switch (op) {
    case BinaryOp::Add:
      return "add.s32";
    case BinaryOp::Sub:
      return "sub.s32";
    case BinaryOp::Mul:
      return "mul.lo.s32";
    case BinaryOp::And:
      return "and.b32";
    case BinaryOp::Or:
      return "or.b32";
    case BinaryOp::Xor:
      return "xor.b32";
    case BinaryOp::Shl:
      return "shl.b32";
    case BinaryOp::Shr:
      return isSigned ? "shr.s32" : "shr.u32";
    case BinaryOp::Min:
      return isSigned ? "min.s32" : "min.u32";
    case BinaryOp::Max:
      return isSigned ? "max.s32" : "max.u32";
    case BinaryOp::Div:
    case BinaryOp::Rem:
    case BinaryOp::Eq:
    case BinaryOp::Ne:
    case BinaryOp::Lt:
    case BinaryOp::Le:
    case BinaryOp::Gt:
    case BinaryOp::Ge:
    case BinaryOp::LogicalAnd:
    case BinaryOp::LogicalOr:
    case BinaryOp::Index:
      break;
  }
  return nullptr;
}

const char* comparisonWord(BinaryOp op) {
  switch (op) {
    case BinaryOp::Eq:
      return "eq";
    case BinaryOp::Ne:
      return "ne";
    case BinaryOp::Lt:
      return "lt";
    case BinaryOp::Le:
      return "le";
    case BinaryOp::Gt:
      return "gt";
    case BinaryOp::Ge:
      return "ge";
    case BinaryOp::Add:
    case BinaryOp::Sub:
    case BinaryOp::Mul:
    case BinaryOp::Div:
    case BinaryOp::Rem:
    case BinaryOp::And:
    case BinaryOp::Or:
    case BinaryOp::Xor:
    case BinaryOp::Shl:
    case BinaryOp::Shr:
    case BinaryOp::Min:
    case BinaryOp::Max:
    case BinaryOp::LogicalAnd:
    case BinaryOp::LogicalOr:
    case BinaryOp::Index:
      break;
  }
  return nullptr;
}

}  // namespace

std::string PtxExpressions::value(const Expr& expr) {
  return std::visit(
      Overloaded{[](const ConstantExpr& e) { return std::to_string(e.value); },
                 [](const RegisterExpr& e) { return "r" + std::to_string(e.reg); },
                 [&](const UnaryExpr& e) { return unary(e); }, [&](const BinaryExpr& e) { return binary(e); },
                 [&](const SelectExpr& e) { return selection(e); }},
      expr.node);
}

std::string PtxExpressions::truth(const Expr& expr) {
  const std::string operand = value(expr);
  const std::string result = predicate();
  if (std::holds_alternative<ConstantExpr>(expr.node)) {
    lines_.push_back(fmt::format("setp.ne.s32 {}, {}, 0;", result, compute("mov.s32", operand)));
  } else {
    lines_.push_back(fmt::format("setp.ne.s32 {}, {}, 0;", result, operand));
  }
  return result;
}

std::string PtxExpressions::predicateOf(RegisterId reg) {
  const std::string result = predicate();
  lines_.push_back(fmt::format("setp.ne.s32 {}, r{}, 0;", result, reg));
  return result;
}

std::string PtxExpressions::compute(const std::string& word, const std::string& operands) {
  const std::string result = temporary();
  lines_.push_back(fmt::format("{} {}, {};", word, result, operands));
  return result;
}

std::string PtxExpressions::numberOf(const std::string& predicate) {
  return compute("selp.s32", fmt::format("1, 0, {}", predicate));
}

std::string PtxExpressions::unary(const UnaryExpr& expr) {
  constexpr unsigned kWord = 32;
  switch (expr.op) {
    case UnaryOp::Minus:
      return compute("neg.s32", compute("mov.s32", value(*expr.operand)));
    case UnaryOp::BitNot:
      return compute("not.b32", value(*expr.operand));
    case UnaryOp::LogicalNot: {
      const std::string isTrue = truth(*expr.operand);
      return compute("selp.s32", fmt::format("0, 1, {}", isTrue));
    }
    case UnaryOp::Convert:
      if (expr.kind.bits < kWord) {
        refuseOperator("a conversion to less than 32 bits");
      }
      return value(*expr.operand);
    case UnaryOp::Assert:
    case UnaryOp::Undefined:
      break;
  }
  refuseOperator("an assertion");
}

std::string PtxExpressions::binary(const BinaryExpr& expr) {
  if (expr.op == BinaryOp::LogicalAnd || expr.op == BinaryOp::LogicalOr) {
    const std::string left = truth(*expr.left);
    const std::string right = truth(*expr.right);
    const char* word = expr.op == BinaryOp::LogicalAnd ? "and.pred" : "or.pred";
    lines_.push_back(fmt::format("{} {}, {}, {};", word, left, left, right));
    return numberOf(left);
  }
  const std::string left = compute("mov.s32", value(*expr.left));
  const std::string right = value(*expr.right);
  if (const char* word = plainWord(expr.op, expr.kind.isSigned)) {
    return compute(word, fmt::format("{}, {}", left, right));
  }
  const char* word = comparisonWord(expr.op);
  if (word == nullptr) {
    refuseOperator("a division or an index");
  }
  const std::string result = predicate();
  lines_.push_back(
      fmt::format("setp.{}.{} {}, {}, {};", word, expr.kind.isSigned ? "s32" : "u32", result, left, right));
  return numberOf(result);
}

std::string PtxExpressions::selection(const SelectExpr& expr) {
  const std::string condition = truth(*expr.condition);
  const std::string whenTrue = value(*expr.whenTrue);
  const std::string whenFalse = value(*expr.whenFalse);
  return compute("selp.s32", fmt::format("{}, {}, {}", whenTrue, whenFalse, condition));
}

}  // namespace hrfcheck::inline observe
