#include <doctest/doctest.h>

#include "cat/library.h"
#include "check/check.h"
#include "check/engine_choice.h"
#include "ptx/kernel_of.h"
#include "support/given.h"

// Words of which nobody has written a part go where they are copied, and what is known of them stays known.

using namespace hrfcheck;

namespace {

constexpr const char* kParametersOfCopies = ".param .u64 out, .param .u64 in";
constexpr const char* kBeginOfCopies =
    "ld.param.u64 %rd1, [out]; ld.param.u64 %rd2, [in]; mov.u32 %r1, %tid.x;\n"
    ".local .align 16 .b8 a[16]; .local .align 16 .b8 b[16]; .shared .align 16 .b8 s[32];\n";

void copiedAs(const std::string& body, const LaunchOptions& options, Holding holding,
              const std::string& before = "") {
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  const Model model = library.load("hrf-indirect-relaxed");
  const auto program = readKernel(moduleWith(kBeginOfCopies + body, kParametersOfCopies, before), options);
  for (const EngineChoice engine : {EngineChoice::Explicit, EngineChoice::Smt}) {
    CAPTURE(body);
    const Verdict verdict =
        checkProgram(*makeEngine(engine), given(std::make_shared<const EventStructure>(program), model), {});
    CHECK(verdict.holding == holding);
    CHECK_FALSE(verdict.undefined);
    CHECK(verdict.faults.empty());
  }
}

LaunchOptions launchedFor(const std::string& forall, const std::string& size = "1x1") {
  LaunchOptions options = launched(size, "u32 out[4] = 0; u32 in[4] = {3, 1, 4, 1}");
  options.forall = forall;
  return options;
}

// A struct of one u32 and padding, which is copied.
const std::string kCopies[] = {
    "ld.local.u64 %rd3, [a]; st.local.u64 [b], %rd3;\n",
    "ld.local.v2.u64 {%rd3, %rd4}, [a]; st.local.v2.u64 [b], {%rd3, %rd4};\n",
    "ld.local.v2.u32 {%r3, %r4}, [a]; mov.b64 %rd3, {%r3, %r4}; st.local.b64 [b], %rd3;\n",
    "ld.local.u64 %rd3, [a]; mov.b64 {%r3, %r4}, %rd3; st.local.v2.b32 [b], {%r3, %r4};\n",
    "ld.local.u64 %rd3, [a]; and.b64 %rd4, %rd3, 0xffffffff; st.local.u64 [b], %rd4;\n",
    "ld.local.u64 %rd3, [a]; shr.u64 %rd4, %rd3, 32; shl.b64 %rd4, %rd4, 32; cvt.u32.u64 %r3, %rd3;\n"
    "cvt.u64.u32 %rd5, %r3; or.b64 %rd6, %rd4, %rd5; st.local.u64 [b], %rd6;\n",
    "ld.local.u64 %rd3, [a]; shl.b64 %rd4, %rd3, 32; shr.s64 %rd5, %rd4, 32; st.local.u32 [b], %rd5;\n"};

}  // namespace

TEST_CASE("ptx: a copy of a word of which nobody has written one half has the other half") {
  for (const std::string& copy : kCopies) {
    // What is known stays known: it is an index here.
    copiedAs("st.local.u32 [a], 2; " + copy +
                 "ld.local.u32 %r5, [b]; mul.wide.u32 %rd7, %r5, 4; add.s64 %rd8, %rd1, %rd7;\n"
                 "st.global.u32 [%rd8], 7;",
             launchedFor("0[2] = 7"), Holding::Holds);
    // What is read, too.
    copiedAs("ld.global.u32 %r2, [%rd2]; st.global.u32 [%rd2], 5; st.local.u32 [a], %r2; " + copy +
                 "ld.local.u32 %r5, [b]; st.global.u32 [%rd1], %r5;",
             launchedFor("0[0] = 3"), Holding::Holds);
  }
}

TEST_CASE("ptx: the other half may be any number, and what hangs on it is open") {
  const std::string copied = "st.local.u32 [a], 2; ld.local.u64 %rd3, [a]; st.local.u64 [b], %rd3;\n";
  copiedAs(copied + "ld.local.u32 %r5, [b+4]; st.global.u32 [%rd1], %r5;", launchedFor("0[0] = 7"),
           Holding::Fails);
  copiedAs(copied + "ld.local.u32 %r5, [b+4]; setp.eq.u32 %p1, %r5, 0; @%p1 st.global.u32 [%rd1], 1;",
           launchedFor("0[0] = 7"), Holding::Undecided);
  copiedAs(copied + "ld.local.u64 %rd4, [b]; setp.eq.u64 %p1, %rd4, 2; @%p1 st.global.u32 [%rd1], 1;",
           launchedFor("0[0] = 7"), Holding::Undecided);
  // A register that nothing writes is copied in the same way.
  copiedAs(
      "mov.u32 %r2, 2; mov.b64 %rd3, {%r2, %r3}; st.local.u64 [b], %rd3; ld.local.u32 %r5, [b];\n"
      "st.global.u32 [%rd1], %r5;",
      launchedFor("0[0] = 2"), Holding::Holds);
}

TEST_CASE("ptx: halves of a word change places") {
  copiedAs(
      "ld.global.v2.u32 {%r2, %r3}, [%rd2]; st.global.u32 [%rd2], 5; mov.b64 %rd3, {%r2, %r3};\n"
      "mov.b64 {%r4, %r5}, %rd3; mov.b64 %rd3, {%r5, %r4}; mov.b64 %rd4, {%r4, %r5};\n"
      "shr.u64 %rd5, %rd3, 32; shl.b64 %rd6, %rd3, 32; or.b64 %rd3, %rd5, %rd6;\n"
      "st.global.u64 [%rd1], %rd3; ld.global.u32 %r6, [%rd1+4]; st.global.u32 [%rd1+8], %r6;",
      launchedFor("0[0] = 3 and 0[1] = 1 and 0[2] = 1"), Holding::Holds);
}

TEST_CASE("ptx: parameters of functions are copied by bytes") {
  const std::string function =
      ".func f(.param .align 8 .b8 p[16], .param .u64 q)\n{\n.reg .b32 %r<4>; .reg .b64 %rd<4>;\n"
      "ld.param.u64 %rd1, [q]; ld.param.u32 %r1, [p+8]; st.global.u32 [%rd1], %r1; ret;\n}\n";
  copiedAs(
      "st.local.u32 [a+8], 6; ld.local.v2.u64 {%rd3, %rd4}, [a];\n{\n.param .align 8 .b8 x[16]; .param .u64 y;\n"
      "st.param.v2.b64 [x], {%rd3, %rd4}; st.param.u64 [y], %rd1; call f, (x, y);\n}\n",
      launchedFor("0[0] = 6"), Holding::Holds, function);
}

TEST_CASE("ptx: copies through memory that threads share go by granules") {
  const std::string filled = "add.u32 %r2, %r1, 2; st.local.u32 [a], %r2; ld.local.u64 %rd3, [a];\n";
  const std::string place = "mul.wide.u32 %rd4, %r1, 8; mov.u64 %rd5, s; add.s64 %rd6, %rd5, %rd4;\n";
  const std::string other = "xor.b32 %r3, %r1, 1; mul.wide.u32 %rd4, %r3, 8; add.s64 %rd7, %rd5, %rd4;\n";
  const std::string stored =
      "mul.wide.u32 %rd4, %r1, 4; add.s64 %rd9, %rd1, %rd4; st.global.u32 [%rd9], %r5;";
  // Nobody accesses the half alone.
  copiedAs(
      filled + place + other +
          "st.shared.u64 [%rd6], %rd3; bar.sync 0; ld.shared.u64 %rd8, [%rd7]; cvt.u32.u64 %r5, %rd8;\n" +
          stored,
      launchedFor("0[0] = 3 and 0[1] = 2", "1x2"), Holding::Holds);
  // Somebody does, and the word is copied on.
  copiedAs(filled + place + other +
               "st.shared.u64 [%rd6], %rd3; bar.sync 0; ld.shared.u64 %rd8, [%rd7]; bar.sync 0;\n"
               "st.shared.u64 [%rd6], %rd8; ld.shared.u32 %r5, [%rd6];\n" +
               stored,
           launchedFor("0[0] = 3 and 0[1] = 2", "1x2"), Holding::Holds);
  // The address is read.
  copiedAs(
      filled + place +
          "ld.global.u32 %r6, [%rd2+4]; mul.wide.u32 %rd11, %r1, 4; add.s64 %rd12, %rd2, %rd11;\n"
          "st.global.u32 [%rd12+8], %r6; xor.b32 %r7, %r6, %r1;\n"
          "mul.wide.u32 %rd10, %r7, 8; add.s64 %rd7, %rd5, %rd10; st.shared.u64 [%rd6], %rd3; bar.sync 0;\n"
          "ld.shared.u64 %rd8, [%rd7]; cvt.u32.u64 %r5, %rd8;\n" +
          stored,
      launchedFor("0[0] = 3 and 0[1] = 2", "1x2"), Holding::Holds);
}

TEST_CASE("ptx: an atomic access takes a word as it is") {
  copiedAs(
      "st.local.u32 [a], 2; ld.local.u64 %rd3, [a]; atom.global.exch.b64 %rd4, [%rd1], %rd3;\n"
      "atom.global.exch.b64 %rd5, [%rd1], 0; mov.b64 {%r3, %r4}, %rd5; st.global.u32 [%rd1+8], %r3;",
      launchedFor("out.at8 = 2"), Holding::Undecided);
}
