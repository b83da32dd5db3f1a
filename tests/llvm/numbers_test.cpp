#include "module_of.h"

using namespace hrfcheck;

namespace {

/// What a kernel stores that computes a number of constants: `%r` is of 32 bits.
std::string computed(const std::string& body, const std::string& before = "") {
  return codeOfModule({.body = body + "\n  store i32 %r, ptr addrspace(1) %x", .before = before});
}
std::string stored(std::uint32_t number) {
  return fmt::format("st [&x], {}\n", number);
}

}  // namespace

TEST_CASE_OF_LLVM("llvm: integers wrap around, and comparisons know signs") {
  CHECK(computed("  %a = add i32 0, 2147483647\n  %r = add nsw i32 %a, 1") == stored(2147483648));
  CHECK(computed("  %a = add i32 0, -1\n  %c = icmp slt i32 %a, 0\n  %r = zext i1 %c to i32") == stored(1));
  CHECK(computed("  %a = add i32 0, -1\n  %c = icmp ult i32 %a, 0\n  %r = zext i1 %c to i32") == stored(0));
  CHECK(computed("  %a = sdiv i32 -7, 2\n  %r = srem i32 %a, 2") == stored(4294967295));
  CHECK(computed("  %a = trunc i32 511 to i8\n  %r = sext i8 %a to i32") == stored(4294967295));
  CHECK(computed("  %a = ashr i32 -8, 1\n  %r = lshr i32 %a, 28") == stored(15));
}

TEST_CASE_OF_LLVM("llvm: integer intrinsics") {
  const auto of = [](const std::string& name, const std::string& types, const std::string& arguments) {
    return computed(fmt::format("  %r = call i32 @llvm.{}.i32({})", name, arguments),
                    fmt::format("declare i32 @llvm.{}.i32({})", name, types));
  };
  CHECK(of("ctpop", "i32", "i32 255") == stored(8));
  CHECK(of("ctlz", "i32, i1", "i32 1, i1 false") == stored(31));
  CHECK(of("cttz", "i32, i1", "i32 8, i1 false") == stored(3));
  CHECK(of("cttz", "i32, i1", "i32 0, i1 false") == stored(32));
  CHECK(of("bswap", "i32", "i32 287454020") == stored(1144201745));
  CHECK(of("bitreverse", "i32", "i32 1") == stored(2147483648));
  CHECK(of("abs", "i32, i1", "i32 -5, i1 false") == stored(5));
  CHECK(of("smin", "i32, i32", "i32 -5, i32 3") == stored(4294967291));
  CHECK(of("umin", "i32, i32", "i32 -5, i32 3") == stored(3));
  CHECK(of("fshl", "i32, i32, i32", "i32 1, i32 -2147483648, i32 4") == stored(24));
  CHECK(of("fshr", "i32, i32, i32", "i32 1, i32 16, i32 4") == stored(268435457));
  CHECK(of("fshl", "i32, i32, i32", "i32 7, i32 9, i32 32") == stored(7));
  CHECK(of("uadd.sat", "i32, i32", "i32 -1, i32 3") == stored(4294967295));
  CHECK(of("usub.sat", "i32, i32", "i32 1, i32 3") == stored(0));
  CHECK(of("sadd.sat", "i32, i32", "i32 2147483647, i32 3") == stored(2147483647));
  CHECK(of("ssub.sat", "i32, i32", "i32 -2147483648, i32 3") == stored(2147483648));
}

TEST_CASE_OF_LLVM("llvm: sums and products with their overflow") {
  const auto of = [](const std::string& name, const std::string& a, const std::string& b) {
    return computed(fmt::format("  %o = call {{ i32, i1 }} @llvm.{}.with.overflow.i32(i32 {}, i32 {})\n"
                                "  %f = extractvalue {{ i32, i1 }} %o, 1\n  %r = zext i1 %f to i32",
                                name, a, b),
                    fmt::format("declare {{ i32, i1 }} @llvm.{}.with.overflow.i32(i32, i32)", name));
  };
  CHECK(of("sadd", "2147483647", "1") == stored(1));
  CHECK(of("sadd", "-1", "1") == stored(0));
  CHECK(of("uadd", "-1", "1") == stored(1));
  CHECK(of("ssub", "-2147483648", "1") == stored(1));
  CHECK(of("usub", "0", "1") == stored(1));
  CHECK(of("smul", "65536", "65536") == stored(1));
  CHECK(of("smul", "-3", "5") == stored(0));
  CHECK(of("umul", "65536", "65535") == stored(0));
}

TEST_CASE_OF_LLVM("llvm: floats are IEEE's, and comparisons are ordered or not") {
  CHECK(computed("  %a = fadd float 1.5, 2.25\n  %r = bitcast float %a to i32") == stored(0x40700000));
  CHECK(computed("  %a = fsub float 1.5, 2.25\n  %r = fptosi float %a to i32") == stored(0));
  CHECK(computed("  %a = fneg float 2.0\n  %r = bitcast float %a to i32") == stored(0xc0000000));
  const auto compared = [](const std::string& predicate) {
    return computed(
        fmt::format("  %c = fcmp {} float 0x7FF8000000000000, 1.0\n  %r = zext i1 %c to i32", predicate));
  };
  CHECK(compared("olt") == stored(0));
  CHECK(compared("ult") == stored(1));
  CHECK(compared("uno") == stored(1));
  CHECK(compared("one") == stored(0));
  CHECK(compared("une") == stored(1));
}

TEST_CASE_OF_LLVM("llvm: vectors are cast, shuffled, and taken apart") {
  CHECK(computed("  %a = bitcast <4 x i8> <i8 1, i8 2, i8 3, i8 4> to i32\n  %r = add i32 %a, 0") ==
        stored(0x04030201));
  CHECK(computed("  %v = insertelement <2 x i32> <i32 1, i32 2>, i32 9, i32 1\n"
                 "  %s = shufflevector <2 x i32> %v, <2 x i32> poison, <2 x i32> <i32 1, i32 0>\n"
                 "  %r = extractelement <2 x i32> %s, i32 0") == stored(9));
}

TEST_CASE_OF_LLVM("llvm: a switch goes where its number says") {
  const auto gone = [](int number) {
    return codeOfModule(
        {.body = fmt::format(
             "  switch i32 {}, label %other [\n    i32 1, label %one\n    i32 2, label %two\n  ]\n"
             "one:\n  br label %end\ntwo:\n  br label %end\nother:\n  br label %end\nend:\n"
             "  %r = phi i32 [ 10, %one ], [ 20, %two ], [ 30, %other ]\n"
             "  store i32 %r, ptr addrspace(1) %x",
             number)});
  };
  CHECK(gone(1) == stored(10));
  CHECK(gone(2) == stored(20));
  CHECK(gone(3) == stored(30));
}
