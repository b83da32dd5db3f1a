#include "frontend/lowlevel/large_words.h"

#include <algorithm>

#include "frontend/lowlevel/residual_parts.h"
#include "program/ir/addresses.h"
#include "program/ir/expr_parts.h"
#include "program/ir/operation_parts.h"

namespace hrfcheck::frontend::lowlevel {
namespace {

constexpr unsigned kWordBits = 64;

bool names(const ExprPtr& expr) {
  return hasConstant(expr, isAddress);
}

bool names(const ResidualThread& thread) {
  bool any = std::ranges::any_of(thread.blocks, [](const ResidualBlock& b) { return names(b.condition); });
  forEachStep(thread, [&](const ResidualStep& step) {
    forEachExpr(step.operation, [&](const ExprPtr& expr) { any = any || names(expr); });
  });
  return any;
}

}  // namespace

bool namesLargeWords(const std::vector<WrittenThread>& threads) {
  return std::ranges::any_of(threads, [](const WrittenThread& thread) { return names(thread.code); });
}

ExprPtr convertingLargeWords(const ExprPtr& expr) {
  const ExprPtr converted = withOperands(expr, convertingLargeWords);
  const auto* e = std::get_if<UnaryExpr>(&converted->node);
  if (e == nullptr || e->op != UnaryOp::Convert || e->kind.bits >= kWordBits) {
    return converted;
  }
  const Value low = static_cast<Value>((std::uint64_t{1} << e->kind.bits) - 1);
  const ExprPtr bits = binary(BinaryOp::And, e->operand, constant(low), {kWordBits, false});
  return e->kind.isSigned ? unary(UnaryOp::Convert, bits, e->kind) : bits;
}

void convertLargeWords(hrfcheck::Operation& operation) {
  forEachExpr(operation, [](ExprPtr& expr) { expr = convertingLargeWords(expr); });
}

}  // namespace hrfcheck::frontend::lowlevel
