#include <fmt/format.h>

#include "frontend/ptx/parser.h"
#include "frontend/shared/text/cursor.h"

// Constant expressions (PTX ISA, 4.5): of 64 bits; sums and products of integers.

namespace hrfcheck::frontend::ptx {
namespace {

constexpr unsigned kDeepestConstant = 50;
std::int64_t asSigned(std::uint64_t bits) {
  return static_cast<std::int64_t>(bits);
}

}  // namespace

PtxOperand PtxParser::constantExpression() {
  PtxOperand result{.kind = PtxOperand::Kind::Number, .span = peek().span};
  floatBits_ = 0;
  result.bits = binary(0, 0);
  result.floatBits = floatBits_;
  result.span.end = words_[at_ - 1].span.end;
  return result;
}

/// `+n`, `-n`, or nothing.
std::uint64_t PtxParser::offset() {
  if (!peek().isSymbol('+') && !peek().isSymbol('-')) {
    return 0;
  }
  const bool minus = take().isSymbol('-');
  const std::uint64_t bits = constantExpression().bits;
  return minus ? std::uint64_t{0} - bits : bits;
}

std::uint64_t PtxParser::binary(unsigned level, unsigned depth) {
  // Sums and products are what compilers write; the rest of C's operators do not occur between operands,
  // where '|' has another meaning.
  constexpr unsigned kSum = 0;
  std::uint64_t left = level == kSum ? binary(1, depth) : unary(depth);
  while (true) {
    const PtxToken& symbol = peek();
    const bool sum = level == kSum && (symbol.isSymbol('+') || symbol.isSymbol('-'));
    const bool product =
        level != kSum && (symbol.isSymbol('*') || symbol.isSymbol('/') || symbol.isSymbol('%'));
    if (!sum && !product) {
      return left;
    }
    take();
    const std::uint64_t right = level == kSum ? binary(1, depth) : unary(depth);
    if (floatBits_ != 0) {
      fail(symbol, "arithmetic between floating-point constants is not supported");
    }
    switch (symbol.text.front()) {
      case '+':
        left += right;
        break;
      case '-':
        left -= right;
        break;
      case '*':
        left *= right;
        break;
      default:
        if (right == 0 || asSigned(right) == -1) {
          fail(symbol, "this constant cannot be divided like this");
        }
        left = static_cast<std::uint64_t>(symbol.text.front() == '/' ? asSigned(left) / asSigned(right)
                                                                     : asSigned(left) % asSigned(right));
    }
  }
}

std::uint64_t PtxParser::unary(unsigned depth) {
  if (depth > kDeepestConstant) {
    fail(peek(), "this constant is nested too deeply");
  }
  const PtxToken word = take();
  if (word.isSymbol('-')) {
    const std::uint64_t bits = unary(depth + 1);
    return floatBits_ == 32   ? bits ^ 0x8000'0000U
           : floatBits_ == 64 ? bits ^ (std::uint64_t{1} << 63)
                              : std::uint64_t{0} - bits;
  }
  if (word.isSymbol('+')) {
    return unary(depth + 1);
  }
  if (word.isSymbol('~')) {
    return ~unary(depth + 1);
  }
  if (word.isSymbol('(')) {
    const std::uint64_t bits = binary(0, depth + 1);
    expect(')', "in a constant");
    return bits;
  }
  switch (word.kind) {
    case PtxToken::Kind::Number:
      return word.bits;
    case PtxToken::Kind::Float32:
      floatBits_ = 32;
      return word.bits;
    case PtxToken::Kind::Float64:
      floatBits_ = 64;
      return word.bits;
    default:
      break;
  }
  if (word.isWord() && word.text == "WARP_SZ") {
    return 32;
  }
  fail(word, fmt::format("expected a constant, found {}", described(word)));
}

}  // namespace hrfcheck::frontend::ptx
