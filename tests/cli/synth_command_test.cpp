#include <doctest/doctest.h>

#include <algorithm>

#include "cli/process.h"
#include "support/has.h"

using namespace hrfcheck::test;

namespace {

Finished synth(std::vector<std::string> arguments, unsigned interruptAfter = 0) {
  arguments.insert(arguments.begin(), {"synth", "--differ"});
  return runProgram(arguments, "", interruptAfter);
}

}  // namespace

TEST_CASE("synthesized tests are written with expectations that a batch meets") {
  const Scratch scratch;
  const std::string folder = scratch.path("found");
  const Finished done = synth({"rsp", "rsp-literal", "--threads", "2", "--events", "2", "-o", folder});
  CAPTURE(done.err);
  CHECK(done.status == 0);
  CHECK(has(done.out, "exhaustive to 2 events"));
  CHECK(has(contents(folder + "/Rx_Wx+rm_acq.cmp+rel.wg.litmus"), "HSA Rx_Wx+rm_acq.cmp+rel.wg\n"));
  const Finished batch = runProgram({"batch", folder, "--fail-on", "unjudged"});
  CAPTURE(batch.out);
  CHECK(batch.status == 0);
  const Finished again = synth({"rsp", "rsp-literal", "-o", folder});
  CHECK(again.status == 2);
  CHECK(has(again.err, "has tests already"));
}

TEST_CASE("a conformance suite is written with expectations that a batch meets") {
  const Scratch scratch;
  const std::string folder = scratch.path("suite");
  const Finished done = runProgram({"synth", "--minimal", "hrf-indirect-relaxed", "--kinds", "ld,st",
                                    "--threads", "2", "--keep", "100", "-o", folder});
  CAPTURE(done.err);
  CHECK(done.status == 0);
  CHECK(has(done.out, "32 minimal tests that hrf-indirect-relaxed forbids\n"));
  CHECK(has(contents(folder + "/mp+acq.wg+rel.wg.litmus"), "filter (0:r0=1)"));
  const Finished batch = runProgram({"batch", folder, "--fail-on", "unjudged"});
  CAPTURE(batch.out);
  CHECK(batch.status == 0);
}

TEST_CASE("what several models forbid") {
  const Finished both = runProgram({"synth", "--forbid", "hrf-indirect-relaxed", "hrf-direct-relaxed",
                                    "--kinds", "ld,st", "--events", "3", "--threads", "2"});
  CHECK(both.status == 0);
  CHECK(has(both.out, "minimal tests that hrf-indirect-relaxed and hrf-direct-relaxed forbid: "));
  CHECK(runProgram({"synth", "--forbid", "rsp", "--minimal", "rsp"}).status == 64);
  CHECK(runProgram({"synth"}).status == 64);
}

TEST_CASE("a search that is interrupted says how far it came") {
  const Finished stopped = synth({"rsp", "rsp-literal", "--events", "8", "--keep", "0"}, 1500);
  CAPTURE(stopped.out);
  CHECK(stopped.status == 3);
  CHECK(has(stopped.out, "stopped early: "));
  const Finished late = synth({"rsp", "rsp-literal", "--events", "8", "--keep", "0", "--timeout", "0.5"});
  CHECK(late.status == 3);
  CHECK(has(late.out, "stopped early: "));
}

TEST_CASE("mistakes of synth are told") {
  CHECK(synth({"rsp"}).status == 64);
  CHECK(has(synth({"rsp", "no-such"}).err, "no-such"));
  CHECK(synth({"rsp", "sc", "--events", "9"}).status == 64);
  CHECK(synth({"rsp", "sc", "--scopes", "wv"}).status == 64);
  CHECK(has(synth({"ptx", "sc"}).err, "ptx is not for HSA tests: "));
  CHECK(has(synth({"rsp", "sc", "--kinds", "fence", "--orders", "ordinary"}).err, "there is no operation"));
}
