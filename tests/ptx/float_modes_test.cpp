#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <random>

#include "frontend/lowlevel/values/known.h"
#include "frontend/lowlevel/values/number.h"

// Roundings, floats of 16 bits and functions, against the host's numbers that have room for the result.

using namespace hrfcheck;
using namespace hrfcheck::frontend::lowlevel;

namespace {

std::uint64_t computed(NumberOp op, unsigned from, unsigned bits, FloatMode mode,
                       const std::vector<std::uint64_t>& words) {
  std::vector<NumberPtr> leaves(words.size(), literal(0, from));
  Number made = *numberFrom(op, from, bits, std::move(leaves));
  made.index = mode.packed();
  return compute(made, words).value();
}

float asFloat(std::uint64_t word) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(word));
}

float single(std::uint64_t half, bool bfloat) {
  return asFloat(computed(NumberOp::FloatOfFloat, 16, 32, {.fromBfloat = bfloat}, {half}));
}

}  // namespace

TEST_CASE("ptx: every float of 16 bits is one of 32 bits, and comes back") {
  for (const bool bfloat : {false, true}) {
    for (std::uint64_t half = 0; half < 0x10000; ++half) {
      const float wide = single(half, bfloat);
      const std::uint64_t back =
          computed(NumberOp::FloatOfFloat, 32, 16, {.bfloat = bfloat}, {std::bit_cast<std::uint32_t>(wide)});
      if (std::isnan(wide)) {
        REQUIRE(back == 0x7fff);
      } else {
        REQUIRE(back == half);
      }
      if (bfloat && !std::isnan(wide)) {
        REQUIRE(std::bit_cast<std::uint32_t>(wide) == half << 16);
      }
    }
  }
  CHECK(single(0x3c00, false) == 1.0F);
  CHECK(single(0x7bff, false) == 65504.0F);
  CHECK(single(0x0001, false) == std::ldexp(1.0F, -24));
}

TEST_CASE("ptx: arithmetic on floats of 16 bits is that of doubles, rounded once") {
  std::mt19937 random(7);
  for (int i = 0; i < 20'000; ++i) {
    const std::uint64_t a = random() & 0xffff;
    const std::uint64_t b = random() & 0xffff;
    const double x = single(a, false);
    const double y = single(b, false);
    for (const auto& [op, exact] :
         {std::pair(NumberOp::FloatAdd, x + y), std::pair(NumberOp::FloatMul, x * y)}) {
      if (!std::isfinite(exact)) {
        continue;
      }
      const double got = single(computed(op, 16, 16, {}, {a, b}), false);
      const double down = single(computed(op, 16, 16, {.rounding = Rounding::Down}, {a, b}), false);
      const double up = single(computed(op, 16, 16, {.rounding = Rounding::Up}, {a, b}), false);
      const double zero = single(computed(op, 16, 16, {.rounding = Rounding::Zero}, {a, b}), false);
      REQUIRE(down <= exact);
      REQUIRE(exact <= up);
      REQUIRE(zero == (exact < 0 ? up : down));
      REQUIRE((got == down || got == up));
      if (std::isfinite(down) && std::isfinite(up) && down != up) {
        REQUIRE(std::fabs(got - exact) <= std::min(exact - down, up - exact));
      }
    }
  }
}

TEST_CASE("ptx: directed roundings of 32 bits enclose the exact result, and are neighbours") {
  std::mt19937 random(11);
  for (int i = 0; i < 50'000; ++i) {
    const std::uint64_t a = random();
    const std::uint64_t b = random();
    const double x = asFloat(a);
    const double y = asFloat(b);
    const double exact = x * y;  // has room for all of it
    if (!std::isfinite(exact) || std::fabs(exact) > 1e38 || std::fabs(exact) < 1e-30 ||
        !std::isnormal(asFloat(a)) || !std::isnormal(asFloat(b))) {
      continue;
    }
    const float down = asFloat(computed(NumberOp::FloatMul, 32, 32, {.rounding = Rounding::Down}, {a, b}));
    const float up = asFloat(computed(NumberOp::FloatMul, 32, 32, {.rounding = Rounding::Up}, {a, b}));
    REQUIRE(static_cast<double>(down) <= exact);
    REQUIRE(exact <= static_cast<double>(up));
    REQUIRE((down == up || std::nextafter(down, HUGE_VALF) == up));
    REQUIRE(asFloat(computed(NumberOp::FloatMul, 32, 32, {.rounding = Rounding::Zero}, {a, b})) ==
            (exact < 0 ? up : down));
    REQUIRE(asFloat(computed(NumberOp::FloatMul, 32, 32, {.flushes = true}, {a, b})) ==
            static_cast<float>(exact));
  }
}

TEST_CASE("ptx: subnormal numbers are flushed with their sign, and functions are rounded") {
  CHECK(computed(NumberOp::FloatAdd, 32, 32, {.flushes = true}, {0x80000001, 0x80000001}) == 0x80000000);
  CHECK(computed(NumberOp::FloatMul, 32, 32, {.flushes = true}, {0x00800000, 0x3f000000}) == 0);
  CHECK(computed(NumberOp::FloatEq, 32, 1, {.flushes = true}, {1, 0}) == 1);
  CHECK(computed(NumberOp::FloatEq, 32, 1, {}, {1, 0}) == 0);
  CHECK(asFloat(computed(NumberOp::FloatExp2, 32, 32, {.approximate = true}, {0x41200000})) == 1024.0F);
  CHECK(asFloat(computed(NumberOp::FloatLog2, 32, 32, {.approximate = true}, {0x44800000})) == 10.0F);
  CHECK(asFloat(computed(NumberOp::FloatSin, 32, 32, {.approximate = true}, {0x3f800000})) ==
        static_cast<float>(std::sin(1.0)));
  CHECK(asFloat(computed(NumberOp::FloatRsqrt, 32, 32, {.approximate = true}, {0x40800000})) == 0.5F);
  CHECK(computed(NumberOp::FloatLog2, 32, 32, {.approximate = true}, {0xbf800000}) == 0x7fffffff);
}
