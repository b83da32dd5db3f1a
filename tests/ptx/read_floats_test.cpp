// Operators on numbers that are read: their expressions give what the operators give of known numbers.

#include <doctest/doctest.h>

#include <bit>
#include <random>

#include "frontend/lowlevel/values/known.h"
#include "frontend/lowlevel/values/number.h"
#include "frontend/lowlevel/values/value.h"
#include "program/expr/arithmetic.h"

using namespace hrfcheck;
using namespace hrfcheck::frontend::lowlevel;

namespace {

std::mt19937_64 generator{7};

/// Words of all kinds: subnormal ones, infinities and NaNs among them.
std::uint64_t randomWord(unsigned bits) {
  const std::uint64_t word = generator() & lowBits(bits);
  const unsigned kind = static_cast<unsigned>(generator() % 8);
  const std::uint64_t sign = word & (std::uint64_t{1} << (bits - 1));
  const unsigned mantissa = bits == 64 ? 52 : bits == 32 ? 23 : 10;
  return kind == 0   ? word & lowBits(mantissa)
         : kind == 1 ? sign
         : kind == 2 ? sign | (lowBits(bits - 1) & ~lowBits(mantissa))
         : kind == 3 ? word | (lowBits(bits - 1) & ~lowBits(mantissa))
                     : word;
}

NumberPtr operatorOn(NumberOp op, unsigned from, unsigned bits, unsigned operands, FloatMode mode) {
  std::vector<NumberPtr> leaves;
  for (unsigned i = 0; i < operands; ++i) {
    leaves.push_back(registerNumber(i, from));
  }
  Number made = *numberFrom(op, from, bits, std::move(leaves));
  made.index = mode.packed();
  return std::make_shared<const Number>(std::move(made));
}

void checkOperator(NumberOp op, unsigned from, unsigned bits, unsigned operands, FloatMode mode = {}) {
  const NumberPtr number = operatorOn(op, from, bits, operands, mode);
  const ThreadValue value = evaluate(
      *number, {[](const Number& leaf) { return ThreadValue::computed(registerRef(RegisterId{leaf.index})); },
                [](std::uint64_t) { return Origins{}; }});
  REQUIRE(value.isComputed());
  unsigned withoutValue = 0;  // for a number on the way lies where addresses are
  for (unsigned round = 0; round < 2000; ++round) {
    std::vector<std::uint64_t> words;
    for (unsigned i = 0; i < operands; ++i) {
      words.push_back(randomWord(from));
    }
    const auto wanted = compute(*number, words);
    const auto got = evaluate(*value.expr, [&](RegisterId reg) { return static_cast<Value>(words[reg]); });
    INFO("operator " << static_cast<int>(op) << " from " << from << " to " << bits << ": " << words[0]);
    REQUIRE(wanted);
    if (!got) {
      ++withoutValue;
      continue;
    }
    REQUIRE(static_cast<std::uint64_t>(*got) == *wanted);
  }
  CHECK(withoutValue < 250);  // of numbers of 64 bits, one of sixteen
}

}  // namespace

TEST_CASE("ptx: functions of floats that are read") {
  for (const NumberOp op : {NumberOp::FloatSqrt, NumberOp::FloatRoundEven, NumberOp::FloatRoundDown,
                            NumberOp::FloatRoundUp, NumberOp::FloatRoundZero}) {
    checkOperator(op, 32, 32, 1);
    checkOperator(op, 64, 64, 1);
  }
  for (auto op = NumberOp::FloatExp2; op <= NumberOp::FloatGamma;
       op = static_cast<NumberOp>(static_cast<int>(op) + 1)) {
    checkOperator(op, 32, 32, 1);
    checkOperator(op, 64, 64, 1);
    checkOperator(op, 32, 32, 1, {.flushes = true, .approximate = true});
  }
  for (auto op = NumberOp::FloatPow; op <= NumberOp::FloatRemainder;
       op = static_cast<NumberOp>(static_cast<int>(op) + 1)) {
    checkOperator(op, 32, 32, 2);
    checkOperator(op, 64, 64, 2);
  }
}

TEST_CASE("ptx: floats of 16 bits that are read") {
  for (const bool bfloat : {false, true}) {
    const FloatMode mode{.bfloat = bfloat, .fromBfloat = bfloat};
    for (const NumberOp op : {NumberOp::FloatAdd, NumberOp::FloatMul, NumberOp::FloatDiv, NumberOp::FloatMin,
                              NumberOp::FloatMax}) {
      checkOperator(op, 16, 16, 2, mode);
    }
    checkOperator(NumberOp::FloatFma, 16, 16, 3, mode);
    for (const unsigned wide : {32U, 64U}) {
      checkOperator(NumberOp::FloatOfFloat, 16, wide, 1, {.fromBfloat = bfloat});
      checkOperator(NumberOp::FloatOfFloat, wide, 16, 1, {.bfloat = bfloat});
    }
  }
}

TEST_CASE("ptx: products and floats of integers that are read") {
  checkOperator(NumberOp::MulHighUnsigned, 64, 64, 2);
  checkOperator(NumberOp::MulHighSigned, 64, 64, 2);
  checkOperator(NumberOp::FloatOfUnsigned, 64, 32, 1);
  checkOperator(NumberOp::FloatOfUnsigned, 64, 64, 1);
  checkOperator(NumberOp::FloatFma, 32, 32, 3);
}
