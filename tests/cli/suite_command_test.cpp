#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "cli/process.h"

using namespace hrfcheck::test;
using Json = nlohmann::json;

namespace {

Finished suite(std::vector<std::string> arguments, unsigned interruptAfter = 0) {
  arguments.insert(arguments.begin(), {"simulate", "--suite", "--locations", "data+flag"});
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
            "  P1 holds: 0 of 198 race-free programs show a final state that is not SC, 0 hang\n") == 0);
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

TEST_CASE("options of a suite do not go without it, nor with files") {
  CHECK(runProgram({"simulate", "--operations", "2"}).status == 2);
  CHECK(suite({"test.litmus"}).status == 2);
  CHECK(suite({"--machine", "rsp-fix", "--machine", "rsp-fix2"}).status == 2);
  CHECK(suite({"--operations", "1"}).status == 2);
  CHECK(suite({"--mutants", "--models", "rsp,rsp-incl"}).status == 2);
  CHECK(suite({"--machine", "rsp-fixx"}).status == 2);
}
