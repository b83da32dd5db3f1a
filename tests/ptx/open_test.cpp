#include <doctest/doctest.h>
#include <fmt/format.h>

#include "cat/library.h"
#include "check/check.h"
#include "check/engine_choice.h"
#include "program/expr/further_operators.h"
#include "ptx/kernel_of.h"
#include "support/given.h"

namespace open_test {

// What nobody says is open: the kernel is read, and where the answer depends on it, the answer is open.

using namespace hrfcheck;

namespace {

constexpr const char* kParameters = ".param .u64 out, .param .u64 in, .param .u32 n";
constexpr const char* kBegin =
    "ld.param.u64 %rd1, [out]; ld.param.u64 %rd2, [in]; ld.param.u32 %r1, [n];\n"
    "mov.u32 %r2, %tid.x;\n";

Verdict answered(EngineChoice engine, const std::string& body, LaunchOptions options) {
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  const Model model = library.load("hrf-indirect-relaxed");
  const auto program = readKernel(moduleWith(kBegin + body, kParameters), options);
  return checkProgram(*makeEngine(engine), given(std::make_shared<const EventStructure>(program), model), {});
}

LaunchOptions asked(const std::string& init, const std::string& exists, const std::string& forall = "") {
  LaunchOptions options = launched("1x2", init);
  options.exists = exists;
  options.forall = forall;
  return options;
}

/// What both engines say.
template <typename Judge>
void bothSay(const std::string& body, const LaunchOptions& options, Judge judge) {
  for (const EngineChoice engine : {EngineChoice::Explicit, EngineChoice::Smt}) {
    CAPTURE(body);
    judge(answered(engine, body, options));
  }
}

}  // namespace

TEST_CASE("ptx: parameters and inputs that nobody gives are open, and said") {
  const auto program =
      readKernel(moduleWith(std::string(kBegin) + "ld.global.u32 %r3, [%rd2]; add.u32 %r4, %r3, %r1;\n"
                                                  "st.global.u32 [%rd1], %r4;",
                            kParameters),
                 launched("1x1"));
  std::string warnings;
  for (const Diagnostic& warning : program->warnings) {
    warnings += warning.message + "\n";
  }
  CHECK(warnings.find("it is not specified what parameters are: 'n'") != std::string::npos);
  CHECK(warnings.find("it is not specified what memory holds initially: 'in', 'out'") != std::string::npos);
}

TEST_CASE("ptx: a lane that has its warp for itself knows which lanes are active") {
  const auto storedBy = [](const std::string& launch) {
    const std::string active = "ld.param.u64 %rd1, [out]; activemask.b32 %r1; st.global.u32 [%rd1], %r1;";
    const auto program = readKernel(moduleWith(active), launched(launch, "out[1] = 0"));
    for (const Instruction& instruction : program->threads.front().instructions) {
      if (const auto* store = std::get_if<StoreOp>(&instruction.operation)) {
        return std::get<ConstantExpr>(store->value->node).value;
      }
    }
    return Value{0};
  };
  CHECK(storedBy("1x1") == 1);
  CHECK(isUnknown(storedBy("1x2")));
}

TEST_CASE("ptx: the answer is open where control or an address hangs on an input that nobody gives") {
  const auto isOpen = [](const Verdict& verdict) {
    CHECK(verdict.standing() == Standing::Undecided);
    CHECK_FALSE(verdict.undefined);
    CHECK(verdict.faults.empty());
    CHECK(verdict.whyOpen().find("specified") != std::string::npos);
  };
  const auto options = asked("out[2] = 0", "0[0] = 1");
  bothSay("setp.lt.u32 %p1, %r2, %r1; @%p1 st.global.u32 [%rd1], 1;", options, isOpen);
  bothSay("mul.wide.u32 %rd3, %r1, 4; add.s64 %rd4, %rd1, %rd3; st.global.u32 [%rd4], 1;", options, isOpen);
  // Memory that threads write, and a compare-and-swap with it.
  bothSay(
      "ld.global.u32 %r3, [%rd2]; st.global.u32 [%rd2], 5; setp.eq.u32 %p1, %r3, 3;\n"
      "@%p1 st.global.u32 [%rd1], 1;",
      options, isOpen);
  bothSay("atom.global.cas.b32 %r3, [%rd2], 0, 1; st.global.u32 [%rd1], %r3;", options, isOpen);
}

TEST_CASE("ptx: a race before what is open is found") {
  bothSay("st.global.u32 [%rd1], %r2; setp.lt.u32 %p1, %r2, %r1; @%p1 st.global.u32 [%rd1+4], 1;",
          asked("out[2] = 0", "0[0] = 1"), [](const Verdict& verdict) { CHECK(verdict.racy); });
}

TEST_CASE("ptx: where only what is stored is open, the races are decided") {
  const auto at = [](const std::string& value) {
    return "mul.wide.u32 %rd3, %r2, 4; add.s64 %rd4, %rd1, %rd3; " + value + " st.global.u32 [%rd4], %r5;";
  };
  const auto raceFree = [](Holding holding) {
    return [holding](const Verdict& verdict) {
      CHECK(verdict.raceStatus == RaceStatus::RaceFree);
      CHECK(verdict.holding == holding);
    };
  };
  // Any number: it need not be 7, and may be.
  bothSay(at("mov.u32 %r5, %r1;"), asked("out[2] = 0", "", "0[0] = 7"), raceFree(Holding::Fails));
  bothSay(at("add.u32 %r5, %r1, 3;"), asked("out[2] = 0", "", "0[0] = 7"), raceFree(Holding::Fails));
  bothSay(at("mov.u32 %r5, %r1;"), asked("out[2] = 0", "0[0] = 7"), raceFree(Holding::Undecided));
  bothSay(at("mov.u32 %r5, %r1;"), asked("out[2] = 0", "", "0[0] != 7"), raceFree(Holding::Undecided));
  // Nobody computes that it is 1 whatever n is.
  bothSay(at("or.b32 %r4, %r1, 1; and.b32 %r5, %r4, 1;"), asked("out[2] = 0", "", "0[0] = 1"),
          raceFree(Holding::Undecided));
  bothSay(at("sub.u32 %r5, %r1, %r1;"), asked("out[2] = 0", "", "0[0] = 0"), raceFree(Holding::Undecided));
  // A choice by it.
  bothSay(at("setp.lt.u32 %p1, %r1, 5; selp.u32 %r5, 1, 2, %p1;"), asked("out[2] = 0", "", "0[0] = 1"),
          raceFree(Holding::Undecided));
  // What the condition does not speak of.
  bothSay(at("mov.u32 %r5, %r1;") + " st.global.u32 [%rd4+8], 4;", asked("out[4] = 0", "", "0[2] = 4"),
          raceFree(Holding::Holds));
}

TEST_CASE("ptx: lanes give each other what is open") {
  bothSay(
      "shfl.sync.bfly.b32 %r5, %r1, 1, 31, -1; mul.wide.u32 %rd3, %r2, 4; add.s64 %rd4, %rd1, %rd3;\n"
      "st.global.u32 [%rd4], %r5;",
      asked("out[2] = 0", "", "0[0] = 7"), [](const Verdict& verdict) {
        CHECK(verdict.raceStatus == RaceStatus::RaceFree);
        CHECK(verdict.holding == Holding::Fails);
      });
  // Where one of them does not come that far, the others do not go on.
  bothSay(
      "setp.eq.u32 %p2, %r2, 0; setp.lt.u32 %p1, %r1, 5; and.pred %p3, %p1, %p2; @%p3 bra over;\n"
      "shfl.sync.bfly.b32 %r5, %r2, 1, 31, -1; st.global.u32 [%rd1], %r5;\nover:",
      asked("out[2] = 0", "0[0] = 1"), [](const Verdict& verdict) {
        CHECK_FALSE(verdict.racy);
        CHECK(verdict.standing() == Standing::Undecided);
      });
}

TEST_CASE("ptx: a lane that is not in its own mask is an incident") {
  bothSay("shfl.sync.idx.b32 %r5, %r2, 0, 31, 1; st.global.u32 [%rd1], 1;", asked("out[2] = 0", "0[0] = 1"),
          [](const Verdict& verdict) {
            CHECK(verdict.undefined);
            REQUIRE(verdict.faults.size() == 1);
            CHECK(verdict.faults.front().where.thread == 1);
          });
}

TEST_CASE("ptx: what is read of a thread's own memory at an address that is read is open") {
  bothSay(
      ".local .align 4 .b8 lo[8]; mov.u64 %rd5, lo; st.local.u32 [%rd5], 1; st.local.u32 [%rd5+4], 2;\n"
      "ld.global.u32 %r3, [%rd2]; st.global.u32 [%rd2], 0; mul.wide.u32 %rd3, %r3, 4;\n"
      "add.s64 %rd4, %rd5, %rd3; ld.local.u32 %r4, [%rd4]; st.global.u32 [%rd1], %r4;",
      asked("out[2] = 0; in[1] = 0", "0[0] = 1"),
      [](const Verdict& verdict) { CHECK(verdict.holding == Holding::Undecided); });
}

TEST_CASE("an object that a kernel only reads, and of which all is known, is what its parameter points to") {
  const auto program = readKernel(
      moduleWith(
          "ld.param.u64 %rd1, [in];\nld.global.u32 %r1, [%rd1];\nld.param.u64 %rd2, [out];\nst.global.u32 [%rd2], %r1;",
          ".param .u64 out, .param .u64 in"),
      launched("1x1", "rest 0"));
  CHECK(program->openValues.empty());
  REQUIRE(program->threads[0].instructions.size() == 1);
  CHECK(std::holds_alternative<StoreOp>(program->threads[0].instructions[0].operation));
}

}  // namespace open_test
