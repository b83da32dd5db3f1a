#include "frontend/lowlevel/values/word_bits.h"

#include "frontend/c/language/folding.h"
#include "program/expr/further_operators.h"

namespace hrfcheck::frontend::lowlevel {
namespace {

constexpr IntegerKind kWord{64, false};
constexpr unsigned kBitsOfWord = 64;
constexpr unsigned kHalf = 32;
/// Numbers of so many bits lie below all addresses.
constexpr unsigned kBelowAddresses = 48;

ExprPtr shifted(BinaryOp op, const ExprPtr& number, unsigned by) {
  return by == 0 ? number : c::folded(op, number, constant(by), kWord);
}

/// @param width of the number, at most 48
ExprPtr bitsOfSmall(const ExprPtr& number, unsigned width, unsigned begin, unsigned count) {
  const ExprPtr moved = shifted(BinaryOp::Shr, number, begin);
  return begin + count >= width
             ? moved
             : c::folded(UnaryOp::Convert, moved, {static_cast<std::uint8_t>(count), false});
}

}  // namespace

ExprPtr bitsOfWord(const ExprPtr& word, unsigned width, unsigned begin, unsigned count) {
  if (begin == 0 && count >= width) {
    return word;
  }
  const auto* known = std::get_if<ConstantExpr>(&word->node);
  if (known != nullptr && !isUnknown(known->value) && count < kBitsOfWord) {
    const std::uint64_t moved = static_cast<std::uint64_t>(known->value) >> begin;
    return constant(static_cast<Value>(moved & ((std::uint64_t{1} << count) - 1)));
  }
  if (width <= kBelowAddresses) {
    return bitsOfSmall(word, width, begin, count);
  }
  const unsigned end = begin + count;
  const auto ofLow = [&](unsigned bits) {
    return bitsOfSmall(c::folded(UnaryOp::Convert, word, {kHalf, false}), kHalf, begin, bits);
  };
  const auto ofHigh = [&](unsigned from, unsigned bits) {
    return bitsOfSmall(shifted(BinaryOp::Shr, word, kHalf), width - kHalf, from, bits);
  };
  if (end <= kHalf) {
    return ofLow(count);
  }
  if (begin >= kHalf) {
    return ofHigh(begin - kHalf, count);
  }
  WordOfParts both;
  both.add(ofLow(kHalf - begin), 0, kHalf - begin);
  both.add(ofHigh(0, end - kHalf), kHalf - begin, end - kHalf);
  return both.word();
}

void WordOfParts::add(Half& half, const ExprPtr& part, unsigned begin) {
  const auto* number = std::get_if<ConstantExpr>(&part->node);
  if (number != nullptr && !isUnknown(number->value)) {
    half.known |= static_cast<std::uint64_t>(number->value) << begin;
    return;
  }
  const ExprPtr placed = shifted(BinaryOp::Shl, part, begin);
  half.rest = half.rest == nullptr ? placed : binary(BinaryOp::Or, half.rest, placed, kWord);
}

void WordOfParts::add(const ExprPtr& part, unsigned begin, unsigned count) {
  if (begin + count <= kHalf) {
    add(low_, part, begin);
  } else if (begin >= kHalf) {
    add(high_, part, begin - kHalf);
  } else {
    const unsigned below = kHalf - begin;
    add(low_, bitsOfWord(part, count, 0, below), begin);
    add(high_, bitsOfWord(part, count, below, count - below), 0);
  }
}

ExprPtr WordOfParts::numberOf(const Half& half) {
  const ExprPtr known = half.known == 0 ? nullptr : constant(static_cast<Value>(half.known));
  return known == nullptr       ? half.rest
         : half.rest == nullptr ? known
                                : binary(BinaryOp::Or, half.rest, known, kWord);
}

ExprPtr WordOfParts::word() const {
  const ExprPtr low = numberOf(low_);
  const ExprPtr high = numberOf(high_);
  if (high == nullptr) {
    return low == nullptr ? constant(0) : low;
  }
  const ExprPtr moved = binary(BinaryOp::Shl, high, constant(kHalf), kWord);
  return low == nullptr ? moved : binary(BinaryOp::Or, moved, low, kWord);
}

}  // namespace hrfcheck::frontend::lowlevel
