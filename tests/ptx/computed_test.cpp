// What is computed of numbers that are read is what is computed of the same numbers where they are known.

#include <doctest/doctest.h>

#include <algorithm>
#include <random>

#include "frontend/lowlevel/values/known.h"
#include "frontend/lowlevel/values/number.h"
#include "frontend/lowlevel/values/value.h"
#include "frontend/lowlevel/values/word_bits.h"
#include "program/expr/addresses.h"
#include "program/expr/further_operators.h"

using namespace hrfcheck;
using namespace hrfcheck::frontend::lowlevel;

namespace {

struct Operator {
  NumberOp op;
  unsigned operands;
  std::vector<std::pair<unsigned, unsigned>> widths;  ///< of operands and result
};

using Widths = std::vector<std::pair<unsigned, unsigned>>;
const Widths kSame = {{8, 8}, {16, 16}, {32, 32}, {64, 64}};
const Widths kTruth = {{8, 1}, {16, 1}, {32, 1}, {64, 1}};
const Widths kCounts = {{32, 32}, {64, 32}};
const Widths kFloats = {{32, 32}, {64, 64}};
const Widths kFloatTruth = {{32, 1}, {64, 1}};
const Widths kToFloat = {{16, 32}, {32, 32}, {64, 32}, {16, 64}, {32, 64}, {64, 64}};
const Widths kFromFloat = {{32, 16}, {32, 32}, {32, 64}, {64, 16}, {64, 32}, {64, 64}};

const std::vector<Operator> kOperators = {
    {NumberOp::Not, 1, kSame},
    {NumberOp::SignExtend, 1, {{8, 16}, {8, 32}, {16, 64}, {32, 64}}},
    {NumberOp::Truncate, 1, {{64, 32}, {32, 8}, {64, 16}}},
    {NumberOp::Add, 2, kSame},
    {NumberOp::Sub, 2, kSame},
    {NumberOp::Mul, 2, kSame},
    {NumberOp::MulHighUnsigned, 2, {{16, 16}, {32, 32}}},
    {NumberOp::MulHighSigned, 2, {{16, 16}, {32, 32}}},
    {NumberOp::DivUnsigned, 2, kSame},
    {NumberOp::DivSigned, 2, kSame},
    {NumberOp::RemUnsigned, 2, kSame},
    {NumberOp::RemSigned, 2, kSame},
    {NumberOp::And, 2, kSame},
    {NumberOp::Or, 2, kSame},
    {NumberOp::Xor, 2, kSame},
    {NumberOp::Shl, 2, kSame},
    {NumberOp::ShrUnsigned, 2, kSame},
    {NumberOp::ShrSigned, 2, kSame},
    {NumberOp::MinUnsigned, 2, kSame},
    {NumberOp::MinSigned, 2, kSame},
    {NumberOp::MaxUnsigned, 2, kSame},
    {NumberOp::MaxSigned, 2, kSame},
    {NumberOp::Eq, 2, kTruth},
    {NumberOp::Ne, 2, kTruth},
    {NumberOp::LtUnsigned, 2, kTruth},
    {NumberOp::LtSigned, 2, kTruth},
    {NumberOp::LeUnsigned, 2, kTruth},
    {NumberOp::LeSigned, 2, kTruth},
    {NumberOp::PopCount, 1, kCounts},
    {NumberOp::LeadingZeros, 1, kCounts},
    {NumberOp::ReverseBits, 1, {{32, 32}, {64, 64}}},
    {NumberOp::FloatAdd, 2, kFloats},
    {NumberOp::FloatMul, 2, kFloats},
    {NumberOp::FloatDiv, 2, kFloats},
    {NumberOp::FloatFma, 3, {{32, 32}}},
    {NumberOp::FloatMin, 2, kFloats},
    {NumberOp::FloatMax, 2, kFloats},
    {NumberOp::FloatEq, 2, kFloatTruth},
    {NumberOp::FloatLt, 2, kFloatTruth},
    {NumberOp::FloatLe, 2, kFloatTruth},
    {NumberOp::FloatOfUnsigned, 1, kToFloat},
    {NumberOp::FloatOfSigned, 1, kToFloat},
    {NumberOp::FloatToUnsigned, 1, kFromFloat},
    {NumberOp::FloatToSigned, 1, kFromFloat},
    {NumberOp::FloatOfFloat, 1, {{32, 64}, {64, 32}}},
};

/// Ends of the types, small numbers, floats of all sorts, and words of any bits.
std::uint64_t randomWord(std::mt19937_64& random, unsigned bits) {
  constexpr std::uint64_t kFloats32[] = {0x7fff'ffff, 0xffc0'0000, 0x7f80'0000, 0xff80'0000, 0x8000'0000,
                                         0x3f80'0000, 0xbfc0'0000, 0x4f00'0000, 0x5f80'0000, 0x0000'0001};
  constexpr std::uint64_t kFloats64[] = {0x7fff'ffff'ffff'ffff, 0xfff8'0000'0000'0000, 0x7ff0'0000'0000'0000,
                                         0x8000'0000'0000'0000, 0x43f0'0000'0000'0000, 0xc3e0'0000'0000'0000,
                                         0x4004'0000'0000'0000, 0x000f'ffff'0000'0000, 0x41ef'ffff'ffe0'0000};
  std::uint64_t word = random() >> (random() % 64);
  switch (random() % 4) {
    case 0:
      word = random() % 4;
      break;
    case 1:
      word = bits == 32 ? kFloats32[random() % std::size(kFloats32)]
                        : kFloats64[random() % std::size(kFloats64)];
      break;
    case 2:
      word = ~(random() % 4) >> (random() % 2);
      break;
    default:
      break;
  }
  return bits == 64 ? word : word & ((std::uint64_t{1} << bits) - 1);
}

}  // namespace

TEST_CASE("ptx: operators give the same of numbers that are read and of numbers that are known") {
  std::mt19937_64 random(1);
  for (const Operator& o : kOperators) {
    for (const auto& [from, bits] : o.widths) {
      std::vector<NumberPtr> leaves;
      for (unsigned i = 0; i < o.operands; ++i) {
        leaves.push_back(registerNumber(i, from));
      }
      const NumberPtr made = numberFrom(o.op, from, bits, leaves);
      bool isComputed = true;
      Leaves read;
      read.value = [](const Number& leaf) { return ThreadValue::computed(registerRef(leaf.index)); };
      read.originsOf = [](std::uint64_t) { return Origins{}; };
      read.notComputed = [&] { isComputed = false; };
      const ThreadValue value = evaluate(*made, read);
      CAPTURE(static_cast<int>(o.op));
      CAPTURE(from);
      CAPTURE(bits);
      REQUIRE(isComputed);
      REQUIRE(value.isComputed());
      unsigned compared = 0;
      for (unsigned i = 0; i < 3000; ++i) {
        std::vector<std::uint64_t> words;
        for (unsigned operand = 0; operand < o.operands; ++operand) {
          words.push_back(randomWord(random, from));
        }
        const auto expected = compute(*made, words);
        const auto got = evaluate(*value.expr, [&](RegisterId r) {
          return static_cast<Value>(words[static_cast<std::size_t>(r)]);
        });
        const bool mayBeAddress = std::ranges::any_of(
            words, [](std::uint64_t word) { return isAddress(static_cast<Value>(word)); });
        if (!expected || mayBeAddress || isAddress(static_cast<Value>(*expected))) {
          continue;  // (a division by zero, for one)
        }
        REQUIRE(got);
        ++compared;
        CAPTURE(words);
        REQUIRE(static_cast<std::uint64_t>(*got) == *expected);
      }
      CHECK(compared > 1000);
    }
  }
}

TEST_CASE("ptx: a word that is taken apart and put together meets no address on its way") {
  std::mt19937_64 random(2);
  for (unsigned i = 0; i < 20'000; ++i) {
    const std::uint64_t word = randomWord(random, 64) | (i % 2 == 0 ? std::uint64_t{1} << (48 + i % 12) : 0);
    if (isAddress(static_cast<Value>(word))) {
      continue;
    }
    const auto cut = static_cast<unsigned>(1 + random() % 7) * 8;
    WordOfParts parts;
    for (const auto& [begin, end] : {std::pair{0U, cut}, {cut, 64U}}) {
      const ExprPtr bits = bitsOfWord(registerRef(0), 64, begin, end - begin);
      const std::uint64_t expected = word << (64 - end) >> (64 - end + begin);
      const auto got = evaluate(*bits, [&](RegisterId) { return static_cast<Value>(word); });
      CAPTURE(word);
      CAPTURE(cut);
      REQUIRE(got.has_value() != isAddress(static_cast<Value>(expected)));
      REQUIRE((!got || static_cast<std::uint64_t>(*got) == expected));
      parts.add(registerRef(begin == 0 ? 1 : 2), begin, end - begin);
    }
    const auto whole = evaluate(*parts.word(), [&](RegisterId r) {
      return static_cast<Value>(r == 1 ? word << (64 - cut) >> (64 - cut) : word >> cut);
    });
    // (Of a part with 49 bits or more, which cannot be in a register if it lies there, nothing is asked.)
    if (cut <= 48 && cut >= 16) {
      REQUIRE(whole);
      REQUIRE(static_cast<std::uint64_t>(*whole) == word);
    }
  }
}
