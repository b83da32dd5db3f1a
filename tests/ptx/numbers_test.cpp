// What instructions compute, where all operands are known: the values are worked out by hand from the PTX
// ISA.

#include <doctest/doctest.h>

#include "ptx/kernel_of.h"

using namespace hrfcheck;

namespace {

/// What a kernel of one thread stores of a register of 64 bits.
std::uint64_t result(const std::string& code) {
  const auto program =
      readKernel(moduleWith("ld.param.u64 %rd10, [out];\n" + code + "\nst.global.u64 [%rd10], %rd1;"),
                 launched("1x1", "out[1]"));
  for (const Instruction& instruction : program->threads.front().instructions) {
    if (const auto* store = std::get_if<StoreOp>(&instruction.operation)) {
      const auto* value = std::get_if<ConstantExpr>(&store->value->node);
      REQUIRE(value != nullptr);
      return static_cast<std::uint64_t>(value->value);
    }
  }
  FAIL("nothing is stored");
  return 0;
}

/// The same of 32 bits.
std::uint32_t word(const std::string& code) {
  return static_cast<std::uint32_t>(result(code + "\ncvt.u64.u32 %rd1, %r1;"));
}

}  // namespace

TEST_CASE("ptx: sums and products wrap around, and saturate where they are told to") {
  CHECK(word("mov.u32 %r2, 0xffffffff; add.u32 %r1, %r2, 2;") == 1);
  CHECK(word("mov.u32 %r2, 1; sub.u32 %r1, %r2, 2;") == 0xffffffffU);
  CHECK(word("mov.u32 %r2, 0x7fffffff; add.sat.s32 %r1, %r2, 1;") == 0x7fffffffU);
  CHECK(word("mov.u32 %r2, 0x80000000; sub.sat.s32 %r1, %r2, 1;") == 0x80000000U);
  CHECK(word("mov.u32 %r2, 0x10001; mul.lo.u32 %r1, %r2, %r2;") == 0x20001U);
  CHECK(word("mov.u32 %r2, 0x80000000; mul.hi.u32 %r1, %r2, 6;") == 3);
  CHECK(word("mov.u32 %r2, -4; mul.hi.s32 %r1, %r2, 3;") == 0xffffffffU);
  CHECK(result("mov.u32 %r2, -4; mul.wide.s32 %rd1, %r2, 3;") == static_cast<std::uint64_t>(-12));
  CHECK(result("mov.u32 %r2, -4; mul.wide.u32 %rd1, %r2, 3;") == 0x2fffffff4U);
  CHECK(word("mov.u32 %r2, 5; mad.lo.s32 %r1, %r2, %r2, -6;") == 19);
  CHECK(result("mov.u32 %r2, 5; mov.u64 %rd2, 7; mad.wide.u32 %rd1, %r2, 4, %rd2;") == 27);
  CHECK(result("mov.u64 %rd2, 0x8000000000000000; mul.hi.u64 %rd1, %rd2, 6;") == 3);
  CHECK(word("mov.u32 %r2, 10; mov.u32 %r3, 7; sad.u32 %r1, %r3, %r2, 1;") == 4);
}

TEST_CASE("ptx: quotients go towards zero") {
  CHECK(word("mov.u32 %r2, -7; div.s32 %r1, %r2, 2;") == 0xfffffffdU);
  CHECK(word("mov.u32 %r2, -7; rem.s32 %r1, %r2, 2;") == 0xffffffffU);
  CHECK(word("mov.u32 %r2, -7; div.u32 %r1, %r2, 2;") == 0x7ffffffcU);
  CHECK(word("mov.u32 %r2, 0x80000000; div.s32 %r1, %r2, -1;") == 0x80000000U);
}

TEST_CASE("ptx: carries") {
  CHECK(result("mov.u32 %r2, 0xffffffff; mov.u32 %r3, 1; add.cc.u32 %r4, %r2, 1; addc.u32 %r5, %r3, 0;"
               "mov.b64 %rd1, {%r4, %r5};") == 0x200000000U);
  CHECK(result("mov.u32 %r2, 0; mov.u32 %r3, 2; sub.cc.u32 %r4, %r2, 1; subc.u32 %r5, %r3, 0;"
               "mov.b64 %rd1, {%r4, %r5};") == 0x1ffffffffU);
}

TEST_CASE("ptx: bits") {
  CHECK(word("mov.u32 %r2, 1; shl.b32 %r1, %r2, 32;") == 0);
  CHECK(word("mov.u32 %r2, 0x80000000; shr.s32 %r1, %r2, 40;") == 0xffffffffU);
  CHECK(word("mov.u32 %r2, 0x80000000; shr.u32 %r1, %r2, 31;") == 1);
  CHECK(word("mov.u32 %r2, 0xf0; bfe.u32 %r1, %r2, 4, 4;") == 15);
  CHECK(word("mov.u32 %r2, 0xf0; bfe.s32 %r1, %r2, 4, 4;") == 0xffffffffU);
  CHECK(word("mov.u32 %r2, 0x80000000; bfe.s32 %r1, %r2, 28, 8;") == 0xfffffff8U);
  CHECK(word("mov.u32 %r2, 5; mov.u32 %r3, 0xffff; bfi.b32 %r1, %r2, %r3, 4, 8;") == 0xf05fU);
  CHECK(word("mov.u32 %r2, 3; bmsk.clamp.b32 %r1, %r2, 4;") == 0x78);
  CHECK(word("mov.u32 %r2, 6; brev.b32 %r1, %r2;") == 0x60000000U);
  CHECK(word("mov.u32 %r2, 0xf0f; popc.b32 %r1, %r2;") == 8);
  CHECK(word("mov.u32 %r2, 0xf0f; clz.b32 %r1, %r2;") == 20);
  CHECK(word("mov.u64 %rd2, 1; clz.b64 %r1, %rd2;") == 63);
  CHECK(word("mov.u32 %r2, 0x10; bfind.u32 %r1, %r2;") == 4);
  CHECK(word("mov.u32 %r2, 0x10; bfind.shiftamt.u32 %r1, %r2;") == 27);
  CHECK(word("mov.u32 %r2, -1; bfind.s32 %r1, %r2;") == 0xffffffffU);
  CHECK(word("mov.u32 %r2, 0x33221100; mov.u32 %r3, 0x77665544; prmt.b32 %r1, %r2, %r3, 0x7531;") ==
        0x77553311U);
  CHECK(word("mov.u32 %r2, 0x80; prmt.b32 %r1, %r2, 0, 0x8888;") == 0xffffffffU);
  // a ^ b ^ c is 0x96, (a & b) | c is 0xea.
  CHECK(word("mov.u32 %r2, 12; mov.u32 %r3, 10; lop3.b32 %r1, %r2, %r3, 1, 0x96;") == 7);
  CHECK(word("mov.u32 %r2, 12; mov.u32 %r3, 10; lop3.b32 %r1, %r2, %r3, 1, 0xea;") == 9);
  CHECK(word("mov.u32 %r2, 0x80000001; mov.u32 %r3, 1; shf.l.wrap.b32 %r1, %r2, %r3, 1;") == 3);
  CHECK(word("mov.u32 %r2, 0x80000001; mov.u32 %r3, 1; shf.r.clamp.b32 %r1, %r2, %r3, 32;") == 1);
}

TEST_CASE("ptx: conversions") {
  CHECK(word("mov.u32 %r2, 0x180; cvt.s32.s8 %r1, %r2;") == 0xffffff80U);
  CHECK(word("mov.u32 %r2, 0x180; cvt.u32.u8 %r1, %r2;") == 0x80);
  CHECK(word("mov.u32 %r2, 300; cvt.sat.u8.u32 %r1, %r2;") == 255);
  CHECK(word("mov.u32 %r2, -300; cvt.sat.s8.s32 %r1, %r2;") == 0xffffff80U);
  CHECK(word("mov.u32 %r2, -3; cvt.sat.u32.s32 %r1, %r2;") == 0);
  CHECK(result("mov.u32 %r2, -3; cvt.s64.s32 %rd1, %r2;") == static_cast<std::uint64_t>(-3));
  CHECK(word("mov.u32 %r2, 3; cvt.rn.f32.s32 %f1, %r2; mov.b32 %r1, %f1;") == 0x40400000U);
  CHECK(word("mov.f32 %f1, 0fC0200000; cvt.rzi.s32.f32 %r1, %f1;") == 0xfffffffeU);
  CHECK(word("mov.f32 %f1, 0f40200000; cvt.rni.s32.f32 %r1, %f1;") == 2);
  CHECK(word("mov.f32 %f1, 0f4F800000; cvt.rzi.u32.f32 %r1, %f1;") == 0xffffffffU);
  // Of a NaN 0, but the highest bit alone where one of the two has 64 bits.
  CHECK(word("mov.f32 %f1, 0f7FFFFFFF; cvt.rzi.s32.f32 %r1, %f1;") == 0);
  CHECK(result("mov.f32 %f1, 0f7FFFFFFF; cvt.rzi.u64.f32 %rd1, %f1;") == 0x8000000000000000U);
  CHECK(result("mov.f64 %fd1, 0d7FFFFFFFFFFFFFFF; cvt.rni.s64.f64 %rd1, %fd1;") == 0x8000000000000000U);
  CHECK(word("mov.f64 %fd1, 0d7FFFFFFFFFFFFFFF; cvt.rzi.s32.f64 %r1, %fd1;") == 0x80000000U);
  CHECK(result("mov.f32 %f1, 0f3FC00000; cvt.f64.f32 %fd1, %f1; mov.b64 %rd1, %fd1;") == 0x3ff8000000000000U);
}

TEST_CASE("ptx: comparisons and selections") {
  CHECK(word("mov.u32 %r2, -1; setp.lt.s32 %p1, %r2, 1; selp.u32 %r1, 7, 8, %p1;") == 7);
  CHECK(word("mov.u32 %r2, -1; setp.lt.u32 %p1, %r2, 1; selp.u32 %r1, 7, 8, %p1;") == 8);
  CHECK(word("mov.u32 %r2, 4; setp.hi.u32 %p1|%p2, %r2, 3; selp.u32 %r1, 7, 8, %p2;") == 8);
  CHECK(
      word(
          "mov.u32 %r2, 4; setp.eq.s32 %p1, %r2, 4; setp.ne.and.s32 %p2, %r2, 3, !%p1; selp.u32 %r1, 1, 0, %p2;") ==
      0);
  CHECK(word("mov.f32 %f1, 0f7FC00000; setp.neu.f32 %p1, %f1, %f1; selp.u32 %r1, 1, 0, %p1;") == 1);
  CHECK(word("mov.f32 %f1, 0f7FC00000; setp.ltu.f32 %p1, %f1, 0f3F800000; selp.u32 %r1, 1, 0, %p1;") == 1);
  CHECK(word("mov.f32 %f1, 0f7FC00000; setp.lt.f32 %p1, %f1, 0f3F800000; selp.u32 %r1, 1, 0, %p1;") == 0);
  CHECK(word("mov.u32 %r2, 3; set.eq.u32.s32 %r1, %r2, 3;") == 0xffffffffU);
}

TEST_CASE("ptx: floats round to nearest even") {
  CHECK(word("mov.f32 %f1, 0f3F800000; add.f32 %f2, %f1, 0f33800000; mov.b32 %r1, %f2;") == 0x3f800000U);
  CHECK(word("mov.f32 %f1, 0f3F800000; div.rn.f32 %f2, %f1, 0f40400000; mov.b32 %r1, %f2;") == 0x3eaaaaabU);
  // (1 + 2^-12)^2 - 1 in one rounding keeps 2^-24.
  CHECK(word("mov.f32 %f1, 0f3F800800; fma.rn.f32 %f2, %f1, %f1, 0fBF800000; mov.b32 %r1, %f2;") ==
        0x3a000400U);
  CHECK(word("mov.f32 %f1, 0f7F800000; sub.f32 %f2, %f1, %f1; mov.b32 %r1, %f2;") == 0x7fffffffU);
  CHECK(word("mov.f32 %f1, 0f80000000; max.f32 %f2, %f1, 0f00000000; mov.b32 %r1, %f2;") == 0);
}

TEST_CASE("ptx: registers that are wider than a type, and narrower ones") {
  CHECK(word("mov.u32 %r2, 0xffff0001; cvt.u16.u32 %rs1, %r2; cvt.u32.u16 %r1, %rs1;") == 1);
  CHECK(word("mov.b64 %rd2, 0x100000002; mov.b64 {%r1, %r3}, %rd2;") == 2);
  CHECK(word("mov.b64 %rd2, 0x100000002; cvt.u32.u64 %r1, %rd2;") == 2);
}
