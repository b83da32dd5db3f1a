#include "frontend/lowlevel/words_of_memory.h"

#include <algorithm>

#include "frontend/c/folding.h"
#include "frontend/lowlevel/word_bits.h"
#include "program/ir/further_operators.h"

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

}  // namespace hrfcheck::frontend::lowlevel
