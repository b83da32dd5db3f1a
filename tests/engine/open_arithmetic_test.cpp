// Circuits compute what arithmetic does: on constants, where every gate folds.

#include "engine/smt/formula/open_arithmetic.h"

#include <doctest/doctest.h>

#include <random>

#include "program/expr/addresses.h"
#include "program/expr/arithmetic.h"
#include "support/slice.h"

using namespace hrfcheck;

namespace {

class Nowhere final : public smt::ClauseSink {
 public:
  void variable(smt::Lit, const smt::VariableName&) override {}
  void clause(const std::vector<smt::Lit>&) override {}
};

constexpr std::array kBinary{BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div,  BinaryOp::Rem,
                             BinaryOp::And, BinaryOp::Or,  BinaryOp::Xor, BinaryOp::Shl,  BinaryOp::Shr,
                             BinaryOp::Min, BinaryOp::Max, BinaryOp::Eq,  BinaryOp::Ne,   BinaryOp::Lt,
                             BinaryOp::Le,  BinaryOp::Gt,  BinaryOp::Ge,  BinaryOp::Index};
constexpr std::array kUnary{UnaryOp::Minus,   UnaryOp::BitNot, UnaryOp::LogicalNot,
                            UnaryOp::Convert, UnaryOp::Assert, UnaryOp::Undefined};

Value numberIn(const smt::Bits& bits) {
  std::uint64_t number = 0;
  bool constant = true;
  for (std::size_t i = 0; i < bits.size(); ++i) {
    constant = constant && (bits[i] == smt::kTrue || bits[i] == smt::kFalse);
    number |= std::uint64_t{bits[i] == smt::kTrue ? 1U : 0U} << i;
  }
  REQUIRE(constant);
  return static_cast<Value>(number);
}

void expectSame(const Computed& expected, const smt::OpenResult& got) {
  REQUIRE((got.fault == smt::kTrue || got.fault == smt::kFalse));
  if (got.inexact == smt::kTrue) {
    return;
  }
  if (const auto* value = std::get_if<Value>(&expected)) {
    CHECK(got.fault == smt::kFalse);
    CHECK(numberIn(got.bits) == *value);
  } else {
    CHECK(got.fault == smt::kTrue);
  }
}

/// Numbers at the edges of what kinds hold, and others.
class Numbers {
 public:
  Value next() {
    constexpr std::array kEdges{Value{0},          Value{1},          Value{-1},       Value{2},
                                Value{7},          Value{31},         Value{32},       Value{63},
                                Value{64},         Value{127},        Value{128},      Value{255},
                                Value{-128},       Value{2147483647}, -Value{1} << 31, Value{1} << 31,
                                Value{4294967295}, INT64_MAX,         INT64_MIN};
    const std::uint64_t drawn = random_();
    return drawn % 3 != 0 ? kEdges[random_() % kEdges.size()]
                          : static_cast<Value>(random_()) >> (random_() % 64);
  }
  std::uint64_t below(std::uint64_t n) { return random_() % n; }

 private:
  std::mt19937_64 random_{1};
};

bool leavesObject(const Computed& result, Value address) {
  const auto* value = std::get_if<Value>(&result);
  return value != nullptr && isAddress(*value) && *value / kAddressStride != address / kAddressStride;
}

IntegerKind kindFrom(Numbers& numbers) {
  constexpr std::array<std::uint8_t, 4> kBits{8, 16, 32, 64};
  return {kBits[numbers.below(4)], numbers.below(2) != 0, numbers.below(2) != 0};
}

}  // namespace

TEST_CASE("operators on integers") {
  Nowhere nowhere;
  smt::Formula formula(nowhere);
  Numbers numbers;
  for (std::size_t i = 0; i < test::shareOf(10'000); ++i) {
    const IntegerKind kind = kindFrom(numbers);
    const Value left = wrapped(numbers.next(), kind);
    const Value right = wrapped(numbers.next(), kind);
    if (isAddress(left) || isAddress(right)) {
      continue;
    }
    const BinaryOp op = kBinary[numbers.below(kBinary.size())];
    CAPTURE(static_cast<int>(op));
    CAPTURE(left);
    CAPTURE(right);
    CAPTURE(static_cast<int>(kind.bits));
    CAPTURE(kind.isSigned);
    CAPTURE(kind.strict);
    expectSame(compute(op, left, right, kind),
               smt::compute(formula, op, {smt::constantBits(left)}, {smt::constantBits(right)}, kind));
    const UnaryOp unaryOp = kUnary[numbers.below(kUnary.size())];
    CAPTURE(static_cast<int>(unaryOp));
    expectSame(compute(unaryOp, left, kind), smt::compute(formula, unaryOp, {smt::constantBits(left)}, kind));
  }
}

TEST_CASE("operators on addresses") {
  Nowhere nowhere;
  smt::Formula formula(nowhere);
  Numbers numbers;
  for (std::size_t i = 0; i < test::shareOf(3'000); ++i) {
    const IntegerKind kind = kindFrom(numbers);
    const Value address =
        objectAddress(static_cast<Value>(numbers.below(4))) + static_cast<Value>(numbers.below(4));
    const Value number = wrapped(numbers.next(), kind);
    const BinaryOp op = kBinary[numbers.below(kBinary.size())];
    CAPTURE(static_cast<int>(op));
    CAPTURE(number);
    CAPTURE(static_cast<int>(kind.bits));
    if (leavesObject(compute(op, address, number, kind), address) ||
        leavesObject(compute(op, number, address, kind), address)) {
      continue;
    }
    const smt::OpenOperand pointer{smt::constantBits(address), true};
    const smt::OpenOperand integer{smt::constantBits(number), true};
    expectSame(compute(op, address, number, kind), smt::compute(formula, op, pointer, integer, kind));
    expectSame(compute(op, number, address, kind), smt::compute(formula, op, integer, pointer, kind));
    const UnaryOp unaryOp = kUnary[numbers.below(kUnary.size())];
    expectSame(compute(unaryOp, address, kind), smt::compute(formula, unaryOp, pointer, kind));
  }
}
