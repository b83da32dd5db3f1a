#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "cli/process.h"
#include "support/has.h"

using namespace hrfcheck::test;

namespace {

const std::string kMutex = R"(HSA mutex
{ lock=0; }
 P0-P1                          ;
 TRY: cas.sc.cmp r0, lock, 0, 1 ;
 bne r0, 0, TRY                 ;
 st.sc.cmp lock, 0              ;
terminates hsa=N obe=Y
)";

const std::string kFlag = R"(HSA flag
{ there=0; }
 P0@wg 0                   | P1@wg 1            ;
 WAIT: ld.sc.cmp r0, there | st.sc.cmp there, 1 ;
 bne r0, 1, WAIT           |                    ;
terminates weak=Y "cmp=obe"=Y s-obe=N
forall (there=0)
)";

}  // namespace

TEST_CASE("progress: six schedulers, those that the test names, and the platform") {
  const Scratch scratch;
  const Finished run = runProgram({"progress", scratch.file("flag.litmus", kFlag)});
  CHECK(run.status == 0);
  CHECK(run.err == "");
  for (
      const char* line :
      {"\n  unfair        may hang    starvation\n",
       "\n  weak          terminates               as expected\n",
       "\n  cmp=obe       terminates               as expected\n",
       "\n  s-obe         may hang    starvation   as expected\n",
       "\n  hsa-platform  may hang    starvation\n",
       "\n  hsa-platform promises: the first work-group that has not ended is treated fairly (cmp=hsa,wg=hsa)\n",
       "terminates: exact: race-free under hrf-indirect-relaxed\n"}) {
    CHECK_MESSAGE(has(run.out, line), line);
  }
  CHECK(runProgram({"progress", "-"}, kFlag).out.find("starvation") != std::string::npos);
}

TEST_CASE("progress: exit status") {
  const Scratch scratch;
  const std::string mutex = scratch.file("mutex.litmus", kMutex);
  CHECK(runProgram({"progress", mutex}).status == 0);
  std::string wrong = kMutex;
  wrong.replace(wrong.find("obe=Y"), 5, "obe=N");
  const std::string failing = scratch.file("wrong.litmus", wrong);
  const Finished failed = runProgram({"progress", failing});
  CHECK(failed.status == 1);
  CHECK(has(failed.out, "FAILED: expected 'may hang'"));
  CHECK(runProgram({"progress", failing, "--scheduler", "hsa"}).status == 0);
  CHECK(runProgram({"progress", failing, "--matrix"}).status == 1);
  const Finished limit = runProgram({"progress", mutex, "--states", "3"});
  CHECK(limit.status == 3);
  CHECK(has(limit.out, "undecided (state limit)"));
  CHECK(runProgram({"progress", mutex, scratch.file("bad.litmus", "HSA\n")}).status == 2);
  const std::string flag = scratch.file("flag.litmus", kFlag);
  CHECK(runProgram({"progress", flag, "--expect-conditions"}).status == 1);
}

TEST_CASE("progress: what cannot be asked") {
  const Scratch scratch;
  const std::string mutex = scratch.file("mutex.litmus", kMutex);
  const auto refused = [&](std::vector<std::string> arguments, const char* why, int status = 64) {
    arguments.insert(arguments.begin(), "progress");
    const Finished run = runProgram(arguments);
    CHECK(run.status == status);
    CHECK_MESSAGE(has(run.err, why), run.err);
  };
  refused({}, "PATH is required");
  refused({mutex, "--scheduler", "fairest"}, "unknown scheduler 'fairest'");
  refused({mutex, "--scheduler", "cluster=obe"}, "no scope level 'cluster'", 2);
  refused({mutex, "--scheduler", "wg=obe", "--strong"}, "levels have weak fairness only", 2);
  refused({mutex, "--matrix", "--replay", "(0)"}, "give only one of them");
  refused({mutex, "--no-model", "-m", "rsp"}, "exclude each other");
  refused({mutex, "--replay", "0(7)"}, "", 2);
  refused({mutex, "--graph", scratch.path("a.jpg")}, "a.jpg");
}

TEST_CASE("progress: schedulers by name, strong, by level") {
  const Scratch scratch;
  const std::string flag = scratch.file("flag.litmus", kFlag);
  const auto matrix = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"progress", "--matrix", flag});
    return runProgram(arguments).out;
  };
  CHECK(matrix({"--scheduler", "OBE", "--scheduler", "fair", "--scheduler", "obe"}) ==
        "test  states  with E  obe  weak\nflag       3       5  N    Y\n");
  CHECK(matrix({"--scheduler", "weak", "--strong"}) ==
        "test  states  with E  s-weak\nflag       3       5  Y\n");
  CHECK(matrix({"--scheduler", "wg=OBE,wv=FAIR"}) ==
        "test  states  with E  wg=obe,wv=weak\nflag       3       5  N\n");
  CHECK(matrix({"--scheduler", "all"})
            .starts_with("test  states  with E  unfair  hsa  obe  hsa+obe  lobe  weak\n"));
}

TEST_CASE("progress: symmetry changes no answer") {
  const Scratch scratch;
  const std::string mutex = scratch.file("mutex.litmus", kMutex);
  const auto lines = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"progress", "--no-model", "--matrix", mutex});
    const std::string out = runProgram(more).out;
    return out.substr(out.rfind("N"));
  };
  CHECK(lines({}) == lines({"--symmetry"}));
}

TEST_CASE("progress: replayed schedules") {
  const Scratch scratch;
  const std::string mutex = scratch.file("mutex.litmus", kMutex);
  const Finished run = runProgram({"progress", "--replay", "1(0)w", mutex});
  CHECK(run.status == 0);
  CHECK(has(run.out, "\n  hsa      accepted\n  obe      rejected  owes a step to P1\n"));
  const nlohmann::json json =
      nlohmann::json::parse(runProgram({"progress", "--replay", "1(0)", "--format", "json", mutex}).out);
  CHECK(json["replays"][0]["schedulers"][1]["accepted"] == true);
}

TEST_CASE("progress: graphs") {
  const Scratch scratch;
  const std::string mutex = scratch.file("mutex.litmus", kMutex);
  const std::string title = "mutex: 12 states, 16 steps; the hang under hsa: 1,0(0)\n";
  const Finished text = runProgram({"progress", "--graph", mutex});
  CHECK(text.status == 0);
  CHECK(text.out.starts_with(title));
  CHECK(runProgram({"progress", mutex, "--graph"}).out == text.out);
  const std::string dot = scratch.path("a.dot");
  CHECK(runProgram({"progress", mutex, "--graph", dot}).out == dot + ": " + title);
  CHECK(contents(dot).starts_with("digraph states {\n"));
  CHECK(runProgram({"progress", "--graph", scratch.path("a.txt"), mutex}).status == 0);
  CHECK(contents(scratch.path("a.txt")) == text.out);
}

TEST_CASE("progress: graphs are of the rules that were asked for") {
  const Scratch scratch;
  const std::string file =
      scratch.file("vote.litmus",
                   "HSA vote\n{ M@0=0; N@0x1000=0; }\n P0-P1@wv 0,wg 0 ;\n vote.any r, 1 ;\n"
                   " ldslk M ;\n L: ldslk p, N ;\n @!p bra L ;\n");
  CHECK(has(runProgram({"progress", "--graph", "--simt", "its", file}).out, "hang under"));
  CHECK(has(runProgram({"progress", "--graph", "--simt", "its", "--lock-bits", "0", file}).out, "N:P0"));
  CHECK(has(runProgram({"progress", "--graph", "--simt", "stack", "--lanes", "collective", file}).out,
            "3 states"));
}

TEST_CASE("progress: JSON for folders, and reports into files") {
  const Scratch scratch;
  scratch.file("mutex.litmus", kMutex);
  scratch.file("flag.litmus", kFlag);
  const std::string report = scratch.path("report.json");
  const Finished run =
      runProgram({"progress", "--format", "json", "--stats", "-m", "all", "-o", report, scratch.path("")});
  CHECK(run.status == 0);
  CHECK(run.out == "");
  const nlohmann::json json = nlohmann::json::parse(contents(report));
  REQUIRE(json["results"].size() == 2);
  CHECK(json["results"][0]["test"] == "flag");
  CHECK(json["results"][1]["models"].size() > 5);
  CHECK(json["results"][0].contains("seconds"));
}

TEST_CASE("progress: a promise is worth what stands behind it, whatever the file is called") {
  const Scratch scratch;
  const std::string flag = scratch.file("flag.litmus", kFlag);
  const auto under = [&](const std::string& name, const std::string& text) {
    return runProgram({"progress", "--scheduler", "weak", flag, "-m", scratch.file(name, text)});
  };
  const std::string folder = std::string(HRFCHECK_SOURCE_DIR) + "/models/";
  scratch.file("hrf-base.cat", contents(folder + "hrf-base.cat"));
  const std::string rsp = contents(folder + "rsp.cat");
  CHECK(has(under("rsp.cat", rsp).out, "terminates: exact: race-free under rsp\n"));
  CHECK(has(under("rsp.cat", rsp + "let other = po\n").out, "terminates: conditional: race-free under rsp"));
  CHECK(has(under("mine.cat", rsp).out, "terminates: conditional: race-free under mine"));
  CHECK(has(under("own.cat", "let com = rf | co | fr\nacyclic po | com\n").out, "terminates: exact: "));
  CHECK(has(under("own.cat", "let fr = 0\nacyclic po | rf | co | fr\n").out, "terminates: conditional: "));
  const Finished unclear = under("own.cat", "(* Promises: the world *)\nacyclic po | rf\n");
  CHECK(has(unclear.err, "warning: own: the promise 'the world' is unknown and ignored"));
  CHECK(has(unclear.out, "terminates: conditional: "));
}
