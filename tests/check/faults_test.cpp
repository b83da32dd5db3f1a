#include "check/races/faults.h"

#include <doctest/doctest.h>

#include "cat/library.h"
#include "support/given.h"
#include "support/verdicts.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

Verdict checked(const std::string& text, Engine& engine) {
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  return checkProgram(engine,
                      given(std::make_shared<const EventStructure>(programOf(text)), library.load("sc")), {});
}

Verdict checked(const std::string& text) {
  return checked(text, *makeExplicitEngine());
}

}  // namespace

TEST_CASE("an index out of range is told with the execution that reaches it") {
  const Verdict verdict = checked(
      "HSA fault\n{ q[2]={0,0}; i=0; }\n P0 | P1 ;\n st.sc.sys i, 5 | ld.sc.sys r0, i ;\n | st q[r0], 1 ;\n");
  CHECK(verdict.undefined);
  REQUIRE(verdict.faults.size() == 1);
  const Fault& fault = verdict.faults[0];
  CHECK(fault.where == InstructionRef{1, 1});
  CHECK(fault.explanation == "index 5 is out of bounds for 'q', which has 2 elements");
  CHECK(fault.execution == std::vector<std::string>{"P0:0 st.sc.sys i, 5   writes i=5",
                                                    "P1:0 ld.sc.sys r0, i   reads i=5 from P0:0"});
}

TEST_CASE("operations that C does not define are told with their numbers, by both engines") {
  const auto explained = [](const std::string& dialect, const std::string& code) {
    const std::string text =
        dialect + " t\n{ x=0; }\nP0 (atomic_int* x) { int r = atomic_load(x); " + code + " }\n";
    const Verdict verdict = checked(text);
    const Verdict solved = checked(text, *makeSmtEngine());
    REQUIRE(verdict.faults.size() == 1);
    REQUIRE(solved.faults.size() == 1);
    CHECK(solved.faults[0].where == verdict.faults[0].where);
    CHECK(solved.faults[0].explanation == verdict.faults[0].explanation);
    return verdict.faults[0].explanation;
  };
  CHECK(explained("C", "int s = r - 2147483647 - 2;") ==
        "signed overflow: -2147483649 does not fit into 32 bits");
  CHECK(explained("C", "int s = 1 << (r + 32);") == "shift of a 32-bit integer by 32");
  CHECK(explained("OPENCL", "assert(r == 1);") == "the assertion fails");
  CHECK(explained("OPENCL", "int a[2]; a[r + 2] = 1;") ==
        "index 2 is out of bounds for an array of 2 elements");
  CHECK(explained("OPENCL", "int s = 7 % r;") == "division by zero");
  const Verdict guarded = checked(
      "C t\n{ x=0; }\nP0 (atomic_int* x) { int r = atomic_load(x); int m = 2147483647; int s = r && m + 1; }\n");
  CHECK(guarded.faults.empty());
}

TEST_CASE("negative indices, no addresses at all, divisions by zero") {
  const Verdict before = checked("HSA f\n{ x=0; q[2]={0,0}; }\n P0 ;\n sub r1, r1, 1 ;\n st q[r1], 1 ;\n");
  REQUIRE(before.faults.size() == 1);
  CHECK(before.faults[0].explanation == "index -1 is out of bounds for 'q', which has 2 elements");
  const Verdict single = checked("HSA f\n{ x=0; P0:r1=&x; }\n P0 ;\n st [r1+3], 1 ;\n");
  REQUIRE(single.faults.size() == 1);
  CHECK(single.faults[0].explanation == "index 3 is out of bounds for 'x', which has 1 element");
  const Verdict null = checked("HSA f\n{ x=0; }\n P0 ;\n ld r0, [r1] ;\n");
  REQUIRE(null.faults.size() == 1);
  CHECK(null.faults[0].explanation == "0 is not the address of a location");
  const Verdict division = checked("HSA f\n{ x=0; }\n P0 ;\n ld r0, x ;\n div r1, 4, r0 ;\n");
  REQUIRE(division.faults.size() == 1);
  CHECK(division.faults[0].explanation == "division by zero");
  CHECK(division.faults[0].execution ==
        std::vector<std::string>{"P0:0 ld r0, x   reads x=0 from the initial state"});
}

TEST_CASE("what happens where arithmetic on integers would make an address is undecided, whoever answers") {
  const char* const shifted =
      "HSA f\n{ x=0; y=16777216; }\n P0 ;\n ld r0, y ;\n mul r1, r0, r0 ;\n add r1, r1, 1048576 ;\n"
      " st [r1], 1 ;\nexists (x=1)\n";
  const char* const counted =
      "HSA f\n{ x=0; y=281474976710654; }\n P0 | P1 ;\n faa.sc.sys r0, y, 1 | faa.sc.sys r0, y, 1 ;\n"
      "exists (0:r0=0)\n";
  for (const auto& make : {makeExplicitEngine, makeReferenceEngine, makeSmtEngine}) {
    const auto engine = make();
    CAPTURE(engine->name());
    const Verdict arithmetic = checked(shifted, *engine);
    CHECK(arithmetic.condition == Status::Undecided);
    CHECK_FALSE(arithmetic.undefined);
    CHECK(arithmetic.faults.empty());
    REQUIRE(arithmetic.incomplete);
    CHECK(arithmetic.incomplete->ends_with(
        "is not known: arithmetic on integers gives 281474976710656, and 2^48 to 2^49 stand for addresses"));
    // Whoever comes second reads the largest integer that is none, and writes nothing.
    const Verdict counting = checked(counted, *engine);
    CHECK(counting.analysis.outcomes.empty());
    CHECK(counting.condition == Status::Undecided);
    CHECK(counting.faults.empty());
  }
}

TEST_CASE("addresses that come from addresses are addresses") {
  const Verdict verdict = checked(
      "HSA f\n{ x=0; q[3]={0,0,0}; i=1; p=&q; }\n P0 ;\n ld r0, i ;\n ld r1, p ;\n sub r1, r1, 2 ;\n"
      " add r1, r1, 3 ;\n add r1, r1, r0 ;\n st [r1], 7 ;\nexists (q[2]=7)\n");
  CHECK(verdict.faults.empty());
  CHECK(verdict.condition == Status::Allowed);
}

TEST_CASE("a test without faults has none") {
  CHECK(checked("HSA f\n{ q[2]={0,0}; }\n P0 ;\n st q[1], 1 ;\n").faults.empty());
}

TEST_CASE("the smallest and the largest integer are integers like others, whoever answers") {
  const std::string smallest = "-9223372036854775808";
  const std::string compared = "HSA wrap\n{ x=0; }\n P0 | P1 ;\n st.sc.sys x, " + smallest +
                               " | ld.sc.sys r0, x ;\n | beq r0, " + smallest +
                               ", L ;\n | mov r1, 1 ;\n | L: sub r2, 0, r0 ;\n | div r3, r0, -1 ;\n"
                               " | sub r4, r0, 1 ;\nexists (1:r1=0 /\\ 1:r2=" +
                               smallest + " /\\ 1:r3=" + smallest + " /\\ 1:r4=9223372036854775807)\n";
  const std::string counted =
      "HSA wrap\n{ x=9223372036854775807; }\n P0 ;\n faa.sc.sys r0, x, 1 ;\nexists (x=" + smallest + ")\n";
  for (const auto& make : {makeExplicitEngine, makeReferenceEngine, makeSmtEngine}) {
    const auto engine = make();
    CAPTURE(engine->name());
    CHECK(checked(compared, *engine).condition == Status::Allowed);
    CHECK(checked(counted, *engine).condition == Status::Allowed);
    const Verdict outside =
        checked("HSA wrap\n{ x=0; P0:r1=" + smallest + "; }\n P0 ;\n st [r1], 1 ;\n", *engine);
    REQUIRE(outside.faults.size() == 1);
    CHECK(outside.faults[0].explanation == smallest + " is not the address of a location");
  }
}
