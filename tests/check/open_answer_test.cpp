// Answers that depend on values that nothing says.

#include <doctest/doctest.h>

#include <algorithm>

#include "cat/library.h"
#include "check/check.h"
#include "check/engine_choice.h"
#include "check/explain/explain.h"
#include "check/prepare/preparation.h"
#include "frontend/test_file.h"

namespace hrfcheck::test {
namespace {

/// Two threads; %n is a number that nothing says.
std::string openKernel(const std::string& header, const std::string& body) {
  return header +
         "; SPIR-V\n; Version: 1.0\nOpCapability Addresses\nOpCapability Kernel\nOpCapability Int64\n"
         "OpMemoryModel Physical64 OpenCL\nOpEntryPoint Kernel %f \"f\"\n"
         "%uint = OpTypeInt 32 0\n%bool = OpTypeBool\n%void = OpTypeVoid\n"
         "%ptr = OpTypePointer CrossWorkgroup %uint\n%fn = OpTypeFunction %void %ptr %uint\n"
         "%u0 = OpConstant %uint 0\n%u1 = OpConstant %uint 1\n%u2 = OpConstant %uint 2\n"
         "%f = OpFunction %void None %fn\n%x = OpFunctionParameter %ptr\n%n = OpFunctionParameter %uint\n"
         "%entry = OpLabel\n" +
         body + "OpReturn\nOpFunctionEnd\n";
}

Verdict openVerdict(const std::string& text, const std::string& outOfBounds = "") {
  LaunchOptions options;
  options.outOfBounds = outOfBounds;
  const auto program = parseLitmus(withLaunch(std::make_shared<const Source>("k.spvasm", text), options));
  const Model model = ModelLibrary({std::string(HRFCHECK_SOURCE_DIR) + "/models"}).load("opencl");
  return checkProgram(*makeExplicitEngine(), prepared(program, 4, model), {});
}

const std::string kOpenHeader = "; @Config: 1, 1, 2\n; @Input: %x = {0, 0}\n";

/// `if (n == ...) x[0] = 1`
std::string whereEqual(const std::string& number) {
  return "%c = OpIEqual %bool %n %" + number +
         "\nOpSelectionMerge %end None\nOpBranchConditional %c %then %end\n%then = OpLabel\n"
         "OpStore %x %u1\nOpBranch %end\n%end = OpLabel\n";
}

TEST_CASE(
    "open values: a race with another value than the first is an answer, none with those tried is none") {
  const Verdict race = openVerdict(openKernel(kOpenHeader, whereEqual("u0")));
  CHECK(race.racy);
  CHECK(race.raceStatus == RaceStatus::Racy);
  REQUIRE_FALSE(race.notes.empty());
  CHECK(race.notes.front() == "it is not specified what '%n' is; 0 is considered here");
  const Verdict never =
      openVerdict(openKernel(kOpenHeader,
                             "%c = OpULessThan %bool %n %u0\nOpSelectionMerge %end None\n"
                             "OpBranchConditional %c %then %end\n%then = OpLabel\nOpStore %x %u1\n"
                             "OpBranch %end\n%end = OpLabel\n"));
  CHECK_FALSE(never.settled());
  CHECK(never.raceStatus == RaceStatus::Undecided);
}

TEST_CASE("open values: that a state is forbidden is not explained where it hangs on one") {
  const auto program = parseLitmus(std::make_shared<const Source>(
      "k.spvasm", openKernel("; @Config: 1, 1, 1\n; @Input: %x = {0}\n; @Output: exists (%x[0] == 7)\n",
                             "OpStore %x %n\n")));
  const Model model = ModelLibrary({std::string(HRFCHECK_SOURCE_DIR) + "/models"}).load("opencl");
  const auto engine = makeExplicitEngine();
  const OutcomeExplanation explanation = explainOutcome(*engine, prepared(program, 4, model), {});
  CHECK(explanation.status == Status::Undecided);
  CHECK(explanation.undecided == "it is not specified what '%n' is; only some values are considered");
}

TEST_CASE("memory behind an object: what hangs on it is open, the rest is answered") {
  const std::string copies =  // x[1] = x[2]
      "%b = OpInBoundsPtrAccessChain %ptr %x %u2\n%v = OpLoad %uint %b\n"
      "%a = OpInBoundsPtrAccessChain %ptr %x %u1\nOpStore %a %v\n";
  const std::string one = "; @Config: 1, 1, 1\n; @Input: %x = {5, 0}\n";
  const std::string first = one + "; @Output: forall (%x[0] == 5)\n";
  const std::string second = one + "; @Output: forall (%x[1] == 1)\n";
  CHECK(openVerdict(openKernel(first, copies)).undefined);
  const Verdict other = openVerdict(openKernel(first, copies), "any");
  CHECK(other.holding == Holding::Holds);
  CHECK(other.settled());
  CHECK(std::ranges::any_of(other.notes, [](const std::string& note) {
    return note == "out of bounds: 'x[2]' may be accessed, memory that holds any value";
  }));
  const Verdict hangs = openVerdict(openKernel(second, copies), "any");
  CHECK(hangs.holding == Holding::Undecided);
  const Verdict branches = openVerdict(
      openKernel(one,
                 "%b = OpInBoundsPtrAccessChain %ptr %x %u2\n%v = OpLoad %uint %b\n"
                 "%c = OpIEqual %bool %v %u1\nOpSelectionMerge %end None\nOpBranchConditional %c %then %end\n"
                 "%then = OpLabel\nOpStore %x %u1\nOpBranch %end\n%end = OpLabel\n"),
      "any");
  CHECK_FALSE(branches.settled());
}

}  // namespace
}  // namespace hrfcheck::test
