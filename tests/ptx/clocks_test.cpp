// What only decides how long a thread naps is left out; what a clock says decides nothing else.

#include <doctest/doctest.h>

#include <algorithm>

#include "ptx/kernel_of.h"

using namespace hrfcheck;

namespace {

bool branches(const Program& program) {
  return std::ranges::any_of(program.threads.front().instructions, [](const Instruction& instruction) {
    return std::holds_alternative<BranchOp>(instruction.operation) ||
           std::holds_alternative<JumpOp>(instruction.operation);
  });
}

}  // namespace

TEST_CASE("ptx: a loop that only a clock ends does end") {
  const auto program = readKernel(
      moduleWith(
          "ld.param.u64 %rd1, [out];\nmov.u64 %rd2, %globaltimer;\nagain:\nmov.u64 %rd3, %globaltimer;\n"
          "sub.u64 %rd4, %rd3, %rd2;\nsetp.lt.u64 %p1, %rd4, 100;\n@%p1 bra again;\n"
          "st.global.u32 [%rd1], 1;"),
      launched("1x1", "out[1]"));
  CHECK(!branches(*program));
  CHECK(program->threads.front().instructions.size() == 1);
}

TEST_CASE("ptx: a loop that no clock ends stays, although nothing happens in it") {
  const auto program = readKernel(
      moduleWith("ld.param.u64 %rd1, [out];\nld.volatile.global.u32 %r1, [%rd1];\nagain:\nnanosleep.u32 10;\n"
                 "setp.eq.u32 %p1, %r1, 0;\n@%p1 bra again;\nst.global.u32 [%rd1], 1;"),
      launched("1x1", "out[1] = 0"));
  CHECK(branches(*program));
}

TEST_CASE("ptx: what counts naps is left out of a loop") {
  const auto program = readKernel(
      moduleWith("ld.param.u64 %rd1, [out];\nmov.u32 %r2, 1;\nagain:\nld.volatile.global.u32 %r1, [%rd1];\n"
                 "setp.ne.u32 %p1, %r1, 0;\n@%p1 bra done;\nnanosleep.u32 %r2;\nsetp.lt.u32 %p2, %r2, 64;\n"
                 "@!%p2 bra again;\nshl.b32 %r2, %r2, 1;\nbra again;\ndone:\nst.global.u32 [%rd1], 2;"),
      launched("1x1", "out[1] = 0"));
  const auto loads = std::ranges::count_if(
      program->threads.front().instructions,
      [](const Instruction& instruction) { return std::holds_alternative<LoadOp>(instruction.operation); });
  CHECK(loads == 1);
}

TEST_CASE("ptx: what a clock says may be stored, and decides nothing") {
  CHECK(
      refusalOf(moduleWith("ld.param.u64 %rd1, [out];\nmov.u64 %rd2, %clock64;\nst.global.u64 [%rd1], %rd2;"),
                launched("1x1", "out[1]"))
          .empty());
  CHECK(refusalOf(moduleWith("ld.param.u64 %rd1, [out];\nmov.u32 %r1, %clock;\nsetp.gt.u32 %p1, %r1, 5;\n"
                             "@%p1 st.global.u32 [%rd1], 1;"),
                  launched("1x1", "out[1]"))
            .find("depends on the value of a clock") != std::string::npos);
}
