#include "observe/emit/ptx_expressions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "program/expr/operators.h"
#include "util/diagnostic.h"
#include "util/overloaded.h"

namespace hrfcheck::inline observe {
namespace {

[[noreturn]] void refuseOperator(std::string_view what) {
  throw UserError(fmt::format("{} cannot be run on a device", what));
}

/// What is an instruction of two operands: its words, on numbers with a sign and without one; comparisons set
/// predicates.
struct Word {
  BinaryOp op;
  std::string_view ofSigned;
  std::string_view ofUnsigned = ofSigned;
};
constexpr auto kWords = std::to_array<Word>({{BinaryOp::Add, "add.s32"},
                                             {BinaryOp::Sub, "sub.s32"},
                                             {BinaryOp::Mul, "mul.lo.s32"},
                                             {BinaryOp::And, "and.b32"},
                                             {BinaryOp::Or, "or.b32"},
                                             {BinaryOp::Xor, "xor.b32"},
                                             {BinaryOp::Shl, "shl.b32"},
                                             {BinaryOp::Shr, "shr.s32", "shr.u32"},
                                             {BinaryOp::Min, "min.s32", "min.u32"},
                                             {BinaryOp::Max, "max.s32", "max.u32"},
                                             {BinaryOp::Eq, "setp.eq.s32", "setp.eq.u32"},
                                             {BinaryOp::Ne, "setp.ne.s32", "setp.ne.u32"},
                                             {BinaryOp::Lt, "setp.lt.s32", "setp.lt.u32"},
                                             {BinaryOp::Le, "setp.le.s32", "setp.le.u32"},
                                             {BinaryOp::Gt, "setp.gt.s32", "setp.gt.u32"},
                                             {BinaryOp::Ge, "setp.ge.s32", "setp.ge.u32"}});

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
  const auto* row = std::ranges::find(kWords, expr.op, &Word::op);
  if (row == kWords.end()) {
    refuseOperator("a division or an index");
  }
  const std::string word(expr.kind.isSigned ? row->ofSigned : row->ofUnsigned);
  if (!isComparison(expr.op)) {
    return compute(word, fmt::format("{}, {}", left, right));
  }
  const std::string result = predicate();
  lines_.push_back(fmt::format("{} {}, {}, {};", word, result, left, right));
  return numberOf(result);
}

std::string PtxExpressions::selection(const SelectExpr& expr) {
  const std::string condition = truth(*expr.condition);
  const std::string whenTrue = value(*expr.whenTrue);
  const std::string whenFalse = value(*expr.whenFalse);
  return compute("selp.s32", fmt::format("{}, {}, {}", whenTrue, whenFalse, condition));
}

}  // namespace hrfcheck::inline observe
