// Where lanes of a warp give each other numbers they wait for each other, which those alone know who ask
// whether threads end.

#include <doctest/doctest.h>

#include <algorithm>

#include "program/agents/lane_meetings.h"
#include "program/flow/lane_exchanges.h"
#include "ptx/kernel_of.h"
#include "termination/system/simt.h"
#include "termination/termination.h"

using namespace hrfcheck;

namespace {

/// The first lane waits for the second one before they meet, which stores behind it.
std::string waitingBefore(const std::string& meeting) {
  return moduleWith(
      "ld.param.u64 %rd1, [out];\nmov.u32 %r1, %tid.x;\nsetp.ne.u32 %p1, %r1, 0;\n@%p1 bra OTHER;\nWAIT:\n"
      "ld.relaxed.gpu.global.u32 %r2, [%rd1];\nsetp.eq.u32 %p2, %r2, 0;\n@%p2 bra WAIT;\n" +
      meeting + "\nbra DONE;\nOTHER:\n" + meeting + "\nst.relaxed.gpu.global.u32 [%rd1], 1;\nDONE:\n");
}

std::shared_ptr<const Program> read(const std::string& module, const std::string& size = "1x2") {
  return readKernel(module, launched(size, "out=0"));
}

ProgressAnswer under(const std::shared_ptr<const Program>& program, SimtMode mode) {
  SimtOptions simt;
  simt.mode = mode;
  const SimtSetup setup = simtSetup(program, simt);
  ProgressOptions options;
  options.schedulers = {SchedulerSpec{}};  // weak
  options.agents = setup.agents;
  options.rules = setup.rules;
  options.simt = mode;
  return analyseProgress(setup.program, options).verdicts.front().answer;
}

bool hasBarriers(const Program& program) {
  return featuresOf(program).barriers;
}

}  // namespace

TEST_CASE("a lane that waits for what comes behind a meeting hangs") {
  for (const char* meeting : {"shfl.sync.idx.b32 %r3, %r1, 0, 31, -1;", "vote.sync.any.pred %p3, %p1, -1;",
                              "match.any.sync.b32 %r3, %r1, -1;", "shfl.sync.idx.b32 %r3, %r1, 0, 31, 3;"}) {
    CAPTURE(meeting);
    const auto program = read(waitingBefore(meeting));
    CHECK(under(program, SimtMode::None) == ProgressAnswer::MayHang);
    CHECK(under(program, SimtMode::Its) == ProgressAnswer::MayHang);
  }
}

TEST_CASE("lanes that all come go on, and those that have ended are not waited for") {
  const std::string meeting = "shfl.sync.idx.b32 %r3, %r1, 0, 31, -1;";
  CHECK(under(read(moduleWith("mov.u32 %r1, %tid.x;\n" + meeting)), SimtMode::Its) ==
        ProgressAnswer::Terminates);
  CHECK(under(read(moduleWith("mov.u32 %r1, %tid.x;\nsetp.eq.u32 %p1, %r1, 0;\n@%p1 exit;\n" + meeting)),
              SimtMode::Its) == ProgressAnswer::Terminates);
}

TEST_CASE("a lane of a part of a warp that never comes is refused") {
  const std::string some = "shfl.sync.idx.b32 %r3, %r1, 0, 31, 3;";
  const auto program =
      read(moduleWith("mov.u32 %r1, %tid.x;\nsetp.eq.u32 %p1, %r1, 0;\n@%p1 exit;\n" + some), "1x3");
  CHECK_THROWS_AS(under(program, SimtMode::Its), UserError);
}

TEST_CASE("lanes that hand over what they have read wait for each other") {
  const std::string meeting =
      "ld.relaxed.gpu.global.u32 %r4, [%rd1+4];\nst.relaxed.gpu.global.u32 [%rd1+4], 1;\n"
      "shfl.sync.bfly.b32 %r3, %r4, 1, 31, -1;\nst.relaxed.gpu.global.u32 [%rd1+8], %r3;";
  const auto waits = readKernel(waitingBefore(meeting), launched("1x2", "u32 out[3] = 0"));
  REQUIRE(hasExchanges(*waits));
  CHECK(under(waits, SimtMode::None) == ProgressAnswer::MayHang);
  CHECK(under(waits, SimtMode::Its) == ProgressAnswer::MayHang);
  const auto meets =
      readKernel(moduleWith("ld.param.u64 %rd1, [out];\n" + meeting), launched("1x2", "u32 out[3] = 0"));
  REQUIRE(hasExchanges(*meets));
  CHECK(under(meets, SimtMode::None) == ProgressAnswer::Terminates);
  CHECK(under(meets, SimtMode::Its) == ProgressAnswer::Terminates);
  const auto modelled = withoutMeetings(withMeetings(meets));
  CHECK_FALSE(hasBarriers(*modelled));
  CHECK(hasExchanges(*modelled));
}

TEST_CASE("to models a meeting is nothing") {
  const auto program = read(waitingBefore("shfl.sync.idx.b32 %r3, %r1, 0, 31, -1;"));
  CHECK_FALSE(hasBarriers(*program));
  const auto meeting = withMeetings(program);
  CHECK(hasBarriers(*meeting));
  CHECK_FALSE(hasBarriers(*withoutMeetings(meeting)));
  const auto none = read(moduleWith("mov.u32 %r1, %tid.x;\n"));
  CHECK(withMeetings(none) == none);
}
