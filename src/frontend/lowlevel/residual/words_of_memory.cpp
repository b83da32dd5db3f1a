#include "frontend/lowlevel/residual/words_of_memory.h"

#include <algorithm>

#include "frontend/c/language/folding.h"
#include "frontend/lowlevel/residual/residual_parts.h"
#include "frontend/lowlevel/values/word_bits.h"
#include "program/expr/addresses.h"
#include "program/expr/expr_parts.h"
#include "program/expr/further_operators.h"
#include "program/ir/operation_parts.h"

namespace hrfcheck::frontend::lowlevel {

IntegerKind kindOf(unsigned bytes, bool isSigned) {
  return {static_cast<std::uint8_t>(bytes * kByteBits), isSigned};
}

ExprPtr asWord(const ExprPtr& number, unsigned bytes, bool isSigned) {
  return isSigned ? unary(UnaryOp::Convert, number, kindOf(bytes, false)) : number;
}
ExprPtr known(const ExprPtr& e) {
  const auto* number = std::get_if<ConstantExpr>(&e->node);
  return number != nullptr && !isUnknown(number->value) ? e : unary(kKnown, e);
}

ExprPtr askingUnknown(const ExprPtr& expr) {
  if (const auto* e = std::get_if<UnaryExpr>(&expr->node)) {
    return unary(e->op, askingUnknown(e->operand), e->kind);
  }
  if (const auto* e = std::get_if<BinaryExpr>(&expr->node)) {
    const ExprPtr left = askingUnknown(e->left);
    const ExprPtr right = askingUnknown(e->right);
    return givesTruth(e->op) || comparesFloats(e->op) ? binary(e->op, known(left), known(right), e->kind)
                                                      : binary(e->op, left, right, e->kind);
  }
  if (const auto* e = std::get_if<SelectExpr>(&expr->node)) {
    return select(known(askingUnknown(e->condition)), askingUnknown(e->whenTrue),
                  askingUnknown(e->whenFalse));
  }
  return expr;
}

ExprPtr bitsOf(const StoredWord& word, unsigned begin, unsigned bits) {
  WordOfParts result;
  for (const StoredPart& part : word) {
    const unsigned from = std::max(part.begin, begin);
    const unsigned to = std::min(part.begin + part.bits, begin + bits);
    if (from == begin && to == begin + bits) {
      return bitsOfWord(part.value, part.bits, from - part.begin, bits);
    }
    if (from < to) {
      result.add(bitsOfWord(part.value, part.bits, from - part.begin, to - from), from - begin, to - from);
    }
  }
  return result.word();
}

ExprPtr asHeld(const ExprPtr& word, unsigned bytes, bool isSigned) {
  return isSigned ? c::folded(UnaryOp::Convert, word, kindOf(bytes, true)) : word;
}

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
