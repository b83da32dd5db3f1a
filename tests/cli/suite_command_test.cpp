#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "cli/process.h"
#include "support/has.h"

using namespace hrfcheck::test;
using Json = nlohmann::json;

namespace {

Finished suite(std::vector<std::string> arguments, unsigned interruptAfter = 0) {
  arguments.insert(arguments.begin(), {"suite", "--locations", "data+flag"});
  return runProgram(arguments, "", interruptAfter);
}

}  // namespace

TEST_CASE("a machine that is right passes all programs of two operations") {
  const Finished done = suite({"--operations", "2", "--machine", "rsp-fix", "-j", "2"});
  CAPTURE(done.err);
  CHECK(done.status == 0);
  CHECK(done.out.find(
            "rsp-fix (h2, evict) against rsp-incl: 2 threads, up to 2 operations, data and a flag\n"
            "  240 programs: 198 race-free (82.5 %), 42 racy\n"
            "  P1 holds: 0 of 198 race-free programs reach a final state that is not SC, 0 deadlock\n") == 0);
}

TEST_CASE("a failure says how to see it again, and that shows it") {
  const Scratch scratch;
  const std::string folder = scratch.path("failures");
  const Finished done =
      suite({"--operations", "2", "--machine", "rsp-lit", "--save-failures", folder, "--format", "json"});
  CHECK(done.status == 1);
  std::size_t shown = 0;
  const Json report = Json::parse(done.out);
  for (const Json& finding : report.at("findings")) {
    if (finding.at("kind") == "outside" && shown < 3) {
      const std::string replay = finding.at("replay");
      CAPTURE(replay);
      REQUIRE(replay.starts_with("hrfcheck "));
      const Finished again = runShell("cd " + folder + " && \"$HRFCHECK\" " + replay.substr(9));
      CHECK(again.status == 1);
      ++shown;
    }
  }
  CHECK(shown == 3);
}

TEST_CASE("a suite that is interrupted leaves a file to go on with") {
  const Scratch scratch;
  const std::string results = scratch.path("results.jsonl");
  const Finished stopped = suite({"--operations", "4", "-j", "2", "--results", results}, 1000);
  CHECK(stopped.status == 3);
  CHECK(stopped.out.find("interrupted: ") != std::string::npos);
  const Finished other = suite({"--operations", "4", "-j", "2", "--resume", results, "--env", "fifo"});
  CHECK(other.status == 2);
  CHECK(other.err.find("it was made with env evict, not fifo") != std::string::npos);
  const Finished more = suite({"--operations", "4", "-j", "2", "--resume", results}, 1000);
  CHECK(more.status == 3);
}

TEST_CASE("the spelling of version 0.1 is understood, with a hint") {
  const std::vector<std::string> options{"--locations", "data+flag", "--operations", "2", "-j", "2"};
  std::vector<std::string> former{"simulate", "--suite"};
  former.insert(former.end(), options.begin(), options.end());
  const Finished today = suite({"--operations", "2", "-j", "2"});
  CHECK(today.status == 0);
  CHECK(today.err == "");
  const Finished old = runProgram(former);
  CHECK(old.status == 0);
  CHECK(old.out == today.out);
  CHECK(has(old.err, "warning: hrfcheck simulate --suite is now hrfcheck suite"));
  CHECK(runProgram({"simulate", "--operations", "2", "--locations", "data+flag", "--suite"}).out ==
        today.out);
  CHECK(has(runProgram({"simulate", "--suite", "--help"}).out, "Examples:\n  hrfcheck suite"));
  CHECK_FALSE(has(runProgram({"simulate", "--help"}).out, "--suite"));
}

TEST_CASE("shards merge to the report of the whole") {
  const Scratch scratch;
  std::vector<std::string> files;
  const std::vector<std::string> asked{"--operations", "2", "--machine", "rsp-lit", "-j", "2"};
  for (const std::string shard : {"1/2", "2/2"}) {
    std::vector<std::string> options = asked;
    files.push_back(scratch.path("part-" + shard.substr(0, 1) + ".jsonl"));
    options.insert(options.end(), {"--shard", shard, "--results", files.back()});
    suite(options);
  }
  const Finished whole = suite(asked);
  CHECK(whole.status == 1);
  const std::string merged = scratch.path("merged.jsonl");
  const Finished both = runProgram({"suite", "--merge", files[1], files[0], "--results", merged});
  CHECK(both.status == 1);
  CHECK(both.out == whole.out);
  const Finished again = runProgram({"suite", "--merge", merged});
  CHECK(again.out == whole.out);
  const Finished one = runProgram({"suite", "--merge", files[0]});
  CHECK(one.status == 2);
  CHECK(has(one.err, "a shard is missing: 2/2"));
  const Finished over = runProgram({"suite", "--merge", files[0], files[1], "--results", files[0]});
  CHECK(over.status == 2);
  CHECK(runProgram({"suite", "--merge", files[0], files[1]}).out == whole.out);
}

TEST_CASE("--merge takes no question and needs files") {
  const Finished machine = runProgram({"suite", "--merge", "part.jsonl", "--machine", "rsp-fix2"});
  CHECK(machine.status == 64);
  CHECK(has(machine.err, "--merge runs nothing, so --machine has no effect"));
  CHECK(runProgram({"suite", "--merge", "part.jsonl", "--resume", "part.jsonl"}).status == 64);
  const Finished none = runProgram({"suite", "--merge"});
  CHECK(none.status == 64);
  CHECK(has(none.err, "--merge needs results files"));
  CHECK(runProgram({"suite", "--merge", "no-such-file.jsonl"}).status == 2);
}

TEST_CASE("options of a suite do not go with simulate, nor with files") {
  const Finished simulated = runProgram({"simulate", "--operations", "2"});
  CHECK(simulated.status == 64);
  CHECK(has(simulated.err, "hint: hrfcheck suite has it"));
  CHECK(suite({"test.litmus"}).status == 64);
  CHECK(suite({"--machine", "rsp-fix", "--machine", "rsp-fix2"}).status == 64);
  CHECK(suite({"--operations", "1"}).status == 2);
  CHECK(suite({"--mutants", "--models", "rsp,rsp-incl"}).status == 64);
  CHECK(suite({"--machine", "rsp-fixx"}).status == 64);
}
