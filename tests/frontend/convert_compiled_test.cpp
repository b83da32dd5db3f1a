// Tests that are written of code as compilers make it.

#include <doctest/doctest.h>

#include "frontend/convert/convert.h"
#include "ptx/kernel_of.h"

using namespace hrfcheck;

namespace {

std::string convertedTo(const std::string& body, const std::string& target) {
  const auto program =
      readKernel(moduleWith("ld.param.u64 %rd1, [out];\n" + body), launched("1x1", "u32 out[2] = {0, 0}"));
  try {
    return convertedLitmus(*program, target);
  } catch (const UserError& error) {
    return error.diagnostics().front().message;
  }
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("fences and reductions of compiled code are what they are") {
  CHECK(has(convertedTo("membar.gl;", "ptx"), "fence.sc.gpu"));
  CHECK(has(convertedTo("membar.gl;", "hsa"), "fence.sc"));
  CHECK(has(convertedTo("fence.acq_rel.gpu;", "ptx"), "fence.acq_rel.gpu"));
  const std::string red = "membar.gl; red.relaxed.gpu.global.add.u32 [%rd1], 1;";
  CHECK(has(convertedTo(red, "ptx"), "red.relaxed.gpu.add"));
}

TEST_CASE("a fence of one side cannot be said in tests of PTX") {
  CHECK(has(convertedTo("fence.acquire.gpu;", "ptx"), "its fences acquire and release"));
  CHECK(has(convertedTo("fence.acquire.gpu;", "hsa"), "fence.acq"));
}

TEST_CASE("where lanes meet there is nothing to say") {
  CHECK_FALSE(
      has(convertedTo("mov.u32 %r1, 1; shfl.sync.idx.b32 %r3, %r1, 0, 31, -1; membar.gl;", "hsa"), "proxy"));
}

TEST_CASE("a comparison that a branch takes is its condition") {
  const std::string compared = "ld.acquire.gpu.global.u32 %r1, [%rd1]; setp.eq.u32 %p1, %r1, 0; ";
  const std::string stored = "st.relaxed.gpu.global.u32 [%rd1+4], 3; ";
  CHECK(has(convertedTo(compared + "@%p1 bra $A; " + stored + "$A:", "ptx"), "beq "));
  CHECK(has(convertedTo(compared + "selp.b32 %r2, 1, 2, %p1; @%p1 bra $A; " + stored +
                            "$A: st.relaxed.gpu.global.u32 [%rd1], %r2;",
                        "ptx"),
            "there is no instruction"));
}

TEST_CASE("elements have addresses one after the other, whatever bytes compiled code counts") {
  const std::string second = "st.relaxed.gpu.global.u32 [%rd1], 1; st.relaxed.gpu.global.u32 [%rd1+4], 2;";
  const std::string text = convertedTo(second, "ptx");
  CHECK(has(text, "out[2]"));
  CHECK(has(text, "out[1], 2"));
  CHECK(
      has(convertedTo(
              "ld.relaxed.gpu.global.u32 %r1, [%rd1+4]; mul.wide.u32 %rd2, %r1, 4; add.u64 %rd3, %rd1, %rd2; "
              "st.relaxed.gpu.global.u32 [%rd3], 1;",
              "ptx"),
          "computes an address in bytes"));
}
