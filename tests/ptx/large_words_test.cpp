// Numbers from 2^48 to 2^49 are what the program's own addresses look like: in kernels they are numbers.

#include <doctest/doctest.h>

#include "cat/library.h"
#include "check/check.h"
#include "check/engine_choice.h"
#include "ptx/kernel_of.h"
#include "support/given.h"

using namespace hrfcheck;

namespace large_words_test {

namespace {

constexpr const char* kMemory = ".global .u64 x = 0x1000000000005;\n";

/// Whether both engines find that a kernel of one thread stores the number, of 64 bits.
bool stores(const std::string& code, const std::string& number) {
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  const Model model = library.load("ptx");
  LaunchOptions options = launched("1x1", "u64 0[1] = 0");
  options.forall = "0[0] = " + number;
  const auto program =
      readKernel(moduleWith("ld.param.u64 %rd10, [out];\n" + code + "\nst.global.u64 [%rd10], %rd1;",
                            ".param .u64 out", kMemory),
                 options);
  bool holds = true;
  for (const EngineChoice engine : {EngineChoice::Explicit, EngineChoice::Smt}) {
    const auto structure = std::make_shared<const EventStructure>(program);
    const Verdict verdict = checkProgram(*makeEngine(engine), given(structure, model), {});
    holds = holds && verdict.holding == Holding::Holds;
  }
  return holds;
}

/// The address is written, so nothing that is read there is known beforehand.
std::string read(const std::string& code) {
  return "ld.global.u64 %rd2, [x]; st.global.u64 [x], 0x1000000000003;\n" + code;
}

}  // namespace

TEST_CASE("ptx: numbers that look like addresses are converted like others") {
  CHECK(stores(read("cvt.u32.u64 %r1, %rd2; cvt.u64.u32 %rd1, %r1;"), "5"));
  CHECK(stores(read("mov.b64 {%r1, %r2}, %rd2; cvt.u64.u32 %rd1, %r2;"), "65536"));
  CHECK(stores(read("cvt.u16.u64 %rs1, %rd2; cvt.u64.u16 %rd1, %rs1;"), "5"));
  CHECK(stores(read("cvt.s64.s8 %rd1, %rd2;"), "5"));
}

TEST_CASE("ptx: numbers that look like addresses are computed with") {
  CHECK(stores(read("and.b64 %rd3, %rd2, 0x1000000000000; shr.u64 %rd1, %rd3, 48;"), "1"));
  CHECK(stores(read("setp.lt.u64 %p1, %rd2, 0x1000000000006; selp.u64 %rd1, 1, 2, %p1;"), "1"));
  CHECK(stores(read("setp.eq.u64 %p1, %rd2, 0x1000000000005; selp.u64 %rd3, 0x1000000000007, 0, %p1;\n"
                    "sub.u64 %rd1, %rd3, %rd2;"),
               "2"));
}

TEST_CASE("ptx: numbers that look like addresses are stored, also in parts") {
  CHECK(stores("st.global.u64 [x], 0x1000000000007; ld.global.u32 %r1, [x]; cvt.u64.u32 %rd1, %r1;", "7"));
  CHECK(stores("st.global.u64 [x], 0x1000000000007; ld.global.u32 %r1, [x+4]; cvt.u64.u32 %rd1, %r1;",
               "65536"));
  CHECK(
      stores("atom.global.exch.b64 %rd2, [x], 0x1000000000007; ld.global.u64 %rd3, [x];\n"
             "add.u64 %rd4, %rd2, %rd3; cvt.u32.u64 %r1, %rd4; cvt.u64.u32 %rd1, %r1;",
             "12"));
}

}  // namespace large_words_test
