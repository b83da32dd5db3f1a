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
  CHECK(has(again.err, "already contains tests"));
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

TEST_CASE("tests of models of other dialects are written in these, too") {
  const Scratch scratch;
  const std::string folder = scratch.path("found");
  const Finished done =
      synth({"hrf-indirect-relaxed", "vulkan", "--threads", "2", "--events", "3", "--locations", "1",
             "--kinds", "ld,st", "--orders", "ordinary,acqrel,sc", "-o", folder});
  CAPTURE(done.err);
  CHECK(done.status == 0);
  CHECK(has(done.out, "vulkan judges each test converted to VULKAN\n"));
  CHECK(has(done.out, "not judged: "));
  CHECK(has(done.out, " (not expressible in VULKAN)\n"));
  CHECK(has(done.out, "there is no other test that can be expressed in VULKAN\n"));
  const std::string name = "RxWx_Wx+acq.wg+rel.wg";
  CHECK(has(contents(folder + "/" + name + ".litmus"), "HSA " + name + "\n"));
  CHECK(has(contents(folder + "/" + name + ".vulkan.litmus"), "VULKAN " + name + ".vulkan\n"));
  CHECK(has(contents(folder + "/expected/" + name + ".vulkan.log"), "Models vulkan\n"));
  const Finished batch = runProgram({"batch", folder, "--fail-on", "unjudged"});
  CAPTURE(batch.out);
  CHECK(batch.status == 0);
}

TEST_CASE("a batch meets the expectations of tests that both models need converted") {
  const Scratch scratch;
  const std::string folder = scratch.path("found");
  CHECK(
      synth({"ptx", "vulkan", "--threads", "2", "--events", "2", "--kinds", "ld,st", "-o", folder}).status ==
      0);
  CHECK(has(contents(folder + "/Rx_Wx.litmus"), "(* ptx: allowed; vulkan: racy *)\n"));
  CHECK(has(contents(folder + "/expected/Rx_Wx.log"), "Models hrf-indirect-relaxed\n"));
  CHECK(has(contents(folder + "/expected/Rx_Wx.ptx.log"), "Models ptx\n"));
  const Finished batch = runProgram({"batch", folder, "--fail-on", "unjudged"});
  CAPTURE(batch.out);
  CHECK(batch.status == 0);
}

TEST_CASE("a search that converts tests ends at its time limit, and when it is interrupted") {
  const std::vector<std::string> question{"vulkan", "ptx", "--events", "8", "--keep", "0"};
  std::vector<std::string> limited = question;
  limited.insert(limited.end(), {"--timeout", "1"});
  for (const Finished& ended : {synth(limited), synth(question, 1000)}) {
    CAPTURE(ended.out);
    CHECK(ended.status == 3);
    CHECK(has(ended.out, "stopped early: "));
  }
}

TEST_CASE("a worker that exceeds its memory costs the search its piece, and the report says so") {
  // Pieces of many programs, since a worker is looked at now and then.
  const Finished done = synth({"vulkan", "ptx", "--events", "3", "--orders", "ordinary,rlx,acqrel", "--keep",
                               "0", "-j", "1", "--memory", "1", "--timeout", "4"});
  CAPTURE(done.out);
  CHECK(done.status == 3);
  CHECK(has(done.out, " not searched: memory limit (1 MiB)\n"));
  CHECK_FALSE(has(done.out, "exhaustive to 3"));
  CHECK(has(done.out, "allow each worker more memory (--memory), or run fewer workers (-j)\n"));
}

TEST_CASE("tests on which a machine sides with a model") {
  const Scratch scratch;
  const std::string folder = scratch.path("found");
  std::vector<std::string> question{
      "rsp", "hrf-indirect-relaxed", "--machine", "rsp-lit", "--threads", "2", "--kinds", "ld,st"};
  std::vector<std::string> written = question;
  written.insert(written.end(), {"--keep", "1000", "-o", folder});
  const Finished done = synth(written);
  CAPTURE(done.err);
  CHECK(done.status == 0);
  CHECK(has(done.out, "rsp-lit sides with rsp on 224 tests, with hrf-indirect-relaxed on 54 tests\n"));
  CHECK(has(done.out, "there is no other such test\n"));
  std::vector<std::string> tests;
  for (const char* said : {"  not reached  ", "  reached      "}) {
    const std::size_t line = done.out.find(said);
    REQUIRE(line != std::string::npos);
    const std::size_t end = done.out.find('\n', line);
    const std::size_t name = done.out.rfind(' ', end) + 1;
    const std::string test = folder + "/" + done.out.substr(name, end - name) + ".litmus";
    const Finished simulated = runProgram({"simulate", "--machine", "rsp-lit", "--no-trace", test});
    CAPTURE(simulated.out);
    CHECK(has(simulated.out, said[2] == 'n' ? "Never" : "Sometimes"));
  }
  CHECK(runProgram({"batch", folder, "--fail-on", "unjudged"}).status == 0);
  question.insert(question.end(), {"--states", "3"});
  const Finished limited = synth(question);
  CHECK(limited.status == 3);
  CHECK(has(limited.out, "undecided: 278 tests for which the exploration of rsp-lit reached a limit\n"));
  CHECK(has(limited.out, "no such test, apart from the undecided ones\n"));
}

TEST_CASE("a machine that a file describes sides with TSO") {
  // Names relative to the tree: the report wraps its lines, so that a longer path would move their ends.
  const std::string tso = "docs/listings/tso.cat";
  const Finished done =
      runShell("cd '" HRFCHECK_SOURCE_DIR "' && \"$HRFCHECK\" synth --differ " + tso +
               " sc --kinds ld,st --orders ordinary --scopes cmp --machine machines/denovo.machine");
  CAPTURE(done.out);
  CHECK(done.status == 0);
  CHECK(has(done.out, "sides with " + tso + " on 2 tests, with sc on 0 tests\n"));
}

TEST_CASE("results of a search with a machine are merged, and belong to this machine") {
  const Scratch scratch;
  const std::string file = scratch.path("all.jsonl");
  const auto ask = [&](const std::string& machine, const std::string& option) {
    return synth({"rsp", "hrf-indirect-relaxed", "--threads", "2", "--kinds", "ld,st", "--machine", machine,
                  "--keep", "3", option, file});
  };
  const Finished whole = ask("rsp-lit", "--results");
  CHECK(ask("rsp-lit", "--merge").out == whole.out);
  CHECK(ask("rsp-fix", "--merge").status == 2);
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

TEST_CASE("a search that passes over a shape says so") {
  const Finished found =
      runProgram({"synth", "--minimal", "hrf-indirect-relaxed", "--kinds", "rmw", "--orders", "rlx",
                  "--scopes", "cmp", "--threads", "1", "--locations", "1", "--events", "6"});
  CAPTURE(found.out);
  CHECK(found.status == 3);
  CHECK(has(found.out, "\nexhaustive to 5 events only\n1 shape of 6 events was skipped: it, or "));
  CHECK(has(found.out, "more than 4 million executions\n"));
}

TEST_CASE("shards are merged into what one search finds") {
  const Scratch scratch;
  const std::vector<std::string> question{
      "rsp", "hrf-indirect-relaxed", "--threads", "2", "--events", "3", "--keep", "5"};
  const auto ask = [&](const std::vector<std::string>& more) {
    std::vector<std::string> arguments = question;
    arguments.insert(arguments.end(), more.begin(), more.end());
    return synth(arguments);
  };
  const std::string whole = ask({}).out;
  const std::string parts[] = {scratch.path("1.jsonl"), scratch.path("2.jsonl")};
  CHECK(has(ask({"--shard", "1/2", "--results", parts[0]}).out, "this is shard 1 of 2"));
  CHECK(ask({"--shard", "2/2", "--results", parts[1]}).status == 0);
  const Finished merged = ask({"--merge", parts[1], parts[0]});
  CAPTURE(merged.err);
  CHECK(merged.status == 0);
  CHECK(merged.out == whole);
  CHECK(has(ask({"--merge", parts[0]}).err, "shard"));
  CHECK(ask({"--merge", parts[0], parts[0]}).status == 2);
  CHECK(has(ask({"--kinds", "ld,st", "--merge", parts[0], parts[1]}).err, "it was made with bounds"));
  CHECK(ask({"--merge", parts[0], parts[1], "--shard", "1/2"}).status == 64);
}

TEST_CASE("a synthesis that was stopped is continued") {
  const Scratch scratch;
  const std::vector<std::string> question{"rsp",      "rsp-incl", "--threads", "2",
                                          "--events", "3",        "--keep",    "5"};
  const std::string file = scratch.path("all.jsonl");
  const auto ask = [&](const std::string& option) {
    std::vector<std::string> arguments = question;
    arguments.insert(arguments.end(), {option, file});
    return synth(arguments);
  };
  const std::string whole = ask("--results").out;
  const std::string lines = contents(file);
  scratch.file("all.jsonl", lines.substr(0, 2 * lines.size() / 3));
  const Finished resumed = ask("--resume");
  CAPTURE(resumed.err);
  CHECK(resumed.status == 0);
  CHECK(resumed.out == whole);
  CHECK(ask("--resume").out == whole);
  const std::string& again = contents(file);
  CHECK(std::ranges::count(again, '\n') == std::ranges::count(lines, '\n'));
  const std::string head = lines.substr(0, lines.find('\n') + 1);
  for (
      const char* result :
      {"{}", R"({"counts":[1,2],"tally":[],"tests":[],"complete":true})",
       R"({"counts":[1,1,0,1,0,1,1,0,0,0,0],"tally":[[1,1]],"tests":[],"complete":true})",
       R"({"counts":[1,1,0,1,0,1,1,0,0,0,0],"tally":[[1,1,["allowed"],null,1]],"tests":[],"complete":true})",
       R"({"counts":[1,1,0,1,0,1,1,0,0,0,0],"tally":[[1,1,["allowed","forbidden"],true,1]],"tests":[],"complete":true})",
       R"({"counts":[1,1,0,1,0,1,1,0,0,0,0],"tally":[],"tests":[[0,[0],[4294967295],[4294967295],[],null]],"complete":true})"}) {
    CAPTURE(result);
    scratch.file("all.jsonl", head + R"({"events":1,"piece":0,"result":)" + result + "}\n");
    CHECK(has(ask("--resume").err, "not a line that this search has written: the result is malformed"));
  }
  scratch.file("all.jsonl", "no results\n");
  CHECK(has(ask("--resume").err, "is not a results file of hrfcheck synth"));
}

TEST_CASE("mistakes of synth are told") {
  CHECK(synth({"rsp"}).status == 64);
  CHECK(has(synth({"rsp", "no-such"}).err, "no-such"));
  CHECK(synth({"rsp", "sc", "--events", "9"}).status == 64);
  CHECK(synth({"rsp", "sc", "--scopes", "wv"}).status == 64);
  CHECK(has(synth({"rc11", "sc"}).err, "rc11 is not for HSA tests, nor for a dialect that they can be"));
  CHECK(has(runProgram({"synth", "--minimal", "ptx"}).err, "ptx is not for HSA tests: "));
  CHECK(has(synth({"rsp", "sc", "--machine", "none"}).err, "there is no machine 'none'"));
  CHECK(synth({"rsp", "sc", "--env", "full"}).status == 64);
  CHECK(runProgram({"synth", "--minimal", "rsp", "--machine", "rsp-fix"}).status == 64);
  CHECK(has(synth({"rsp", "sc", "--kinds", "fence", "--orders", "ordinary"}).err, "there is no operation"));
}

TEST_CASE("one test of each pattern is shown and written") {
  const Scratch scratch;
  const std::string folder = scratch.path("shapes");
  const Finished done =
      synth({"rsp", "rsp-literal", "--patterns", "--threads", "2", "--events", "2", "-o", folder});
  CAPTURE(done.out);
  CHECK(done.status == 0);
  CHECK(has(done.out, " more of its pattern\n"));
  CHECK(has(done.out, " contain no smaller one\n"));
  const Finished batch = runProgram({"batch", folder, "--fail-on", "unjudged"});
  CAPTURE(batch.out);
  CHECK(batch.status == 0);
  for (const std::vector<std::string>& part : {std::vector<std::string>{"--results", scratch.path("r")},
                                               {"--shard", "1/2"},
                                               {"--merge", scratch.path("r")}}) {
    std::vector<std::string> arguments{"rsp", "rsp-literal", "--patterns"};
    arguments.insert(arguments.end(), part.begin(), part.end());
    const Finished refused = synth(arguments);
    CHECK(refused.status == 64);
    CHECK(has(refused.err, "--patterns needs the whole search"));
  }
}
