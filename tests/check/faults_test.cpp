#include "check/faults.h"

#include <doctest/doctest.h>

#include "cat/library.h"
#include "support/verdicts.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

Verdict checked(const std::string& text) {
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  const auto engine = makeExplicitEngine();
  return check(*engine, std::make_shared<const Skeleton>(programOf(text)), library.load("sc"), {});
}

}  // namespace

TEST_CASE("an index out of range is told with the execution that reaches it") {
  const Verdict verdict = checked(
      "HSA fault\n{ q[2]={0,0}; i=0; }\n P0 | P1 ;\n st.sc.sys i, 5 | ld.sc.sys r0, i ;\n | st q[r0], 1 ;\n");
  CHECK(verdict.undefined);
  REQUIRE(verdict.faults.size() == 1);
  const Fault& fault = verdict.faults[0];
  CHECK(fault.where == InstructionRef{1, 1});
  CHECK(fault.explanation == "index 5 is outside of 'q', which has 2 elements");
  CHECK(fault.execution == std::vector<std::string>{"P0:0 st.sc.sys i, 5   writes i=5",
                                                    "P1:0 ld.sc.sys r0, i   reads i=5 from P0:0"});
}

TEST_CASE("negative indices, no addresses at all, divisions by zero") {
  const Verdict before = checked("HSA f\n{ x=0; q[2]={0,0}; }\n P0 ;\n sub r1, r1, 1 ;\n st q[r1], 1 ;\n");
  REQUIRE(before.faults.size() == 1);
  CHECK(before.faults[0].explanation == "index -1 is outside of 'q', which has 2 elements");
  const Verdict single = checked("HSA f\n{ x=0; P0:r1=&x; }\n P0 ;\n st [r1+3], 1 ;\n");
  REQUIRE(single.faults.size() == 1);
  CHECK(single.faults[0].explanation == "index 3 is outside of 'x', which has 1 element");
  const Verdict null = checked("HSA f\n{ x=0; }\n P0 ;\n ld r0, [r1] ;\n");
  REQUIRE(null.faults.size() == 1);
  CHECK(null.faults[0].explanation == "0 is not the address of a location");
  const Verdict division = checked("HSA f\n{ x=0; }\n P0 ;\n ld r0, x ;\n div r1, 4, r0 ;\n");
  REQUIRE(division.faults.size() == 1);
  CHECK(division.faults[0].explanation == "division by zero");
  CHECK(division.faults[0].execution ==
        std::vector<std::string>{"P0:0 ld r0, x   reads x=0 from the initial state"});
}

TEST_CASE("a test without faults has none") {
  CHECK(checked("HSA f\n{ q[2]={0,0}; }\n P0 ;\n st q[1], 1 ;\n").faults.empty());
}
