#include <doctest/doctest.h>

#include <algorithm>

#include "cli/batch_support.h"
#include "support/has.h"

using namespace hrfcheck::test;

namespace {

using Words = std::vector<std::string>;

std::string observed(const std::string& name) {
  return std::string(HRFCHECK_SOURCE_DIR) + "/litmus/observe/" + name + ".litmus";
}

Finished batch(Words words) {
  words.insert(words.begin(), "batch");
  return runProgram(words);
}

/// Results of mp-gpu as an emitted program prints them.
/// @param states lines `state COUNT WEAK FIRST SETTING VALUE...` of 1,000 instances in all
std::string resultsOfMpGpu(const Scratch& scratch, const std::string& states,
                           const std::string& end = "finished instances\n") {
  const std::string folder = scratch.path("campaign");
  runProgram({"observe", "--backend", "cuda", "--emit", folder, observed("mp-gpu")});
  const std::string line = "#define HRF_HASH \"";
  const std::string source = contents(folder + "/mp-gpu.cu");
  const std::string hash = source.substr(source.find(line) + line.size(), 16);
  return "hrfcheck-results 1\ntest mp-gpu\nhash " + hash +
         "\nbackend cuda\ndate 86400\nseed 0\nvariables 2 1:r0 1:r1\ndevice Fake 1\ndriver 2\ncompiler 3\n"
         "units 4\nserial 0\nsnapshot 1\ninstances 1000\nlaunches 3\nunfinished 0\nlost 0\nseconds 0.5\n" +
         states + "setting 0 3 1000 0 0.400 groups=2 size=64 warm=1\nend 1\n" + end;
}

constexpr const char* kRight = "state 600 0 0.001 0 0 0\nstate 400 0 0.002 0 1 1\n";
constexpr const char* kStaleStates = "state 997 0 0.001 0 0 0\nstate 3 1 0.002 0 1 0\n";

nlohmann::json deviceRow(const std::string& resultsFile) {
  const std::vector<nlohmann::json> rows = rowsOf(resultsFile);
  const auto found = std::ranges::find_if(rows, [](const auto& row) { return row.contains("device"); });
  return found == rows.end() ? nlohmann::json() : *found;
}

}  // namespace

TEST_CASE("batch --observe: a column holds what a device has shown") {
  const Scratch scratch;
  const std::string results = scratch.file("all.results", resultsOfMpGpu(scratch, kRight));
  const std::string rows = scratch.path("rows.jsonl");
  const Finished run =
      batch({"-m", "ptx", "--expect", "none", "--observe", results, "--results", rows, "--html",
             scratch.path("page"), "--herd", scratch.path("logs"), observed("mp-gpu")});
  CHECK(run.status == 0);
  CHECK(has(run.out, "on Fake 1"));
  const auto row = deviceRow(rows);
  CHECK(row["model"] == "on Fake 1");
  CHECK(row["device"] == "Fake 1");
  CHECK(row["status"] == "answered");
  CHECK(row["log"]["states"] == nlohmann::json::parse(R"([["0","0"],["1","1"]])"));
  CHECK(row["log"]["positive"] == 0);
  CHECK(row["log"]["negative"] == 1000);
  CHECK(row["log"]["observation"] == "Never");
  CHECK(
      row["expectations"] ==
      nlohmann::json::parse(
          R"([{"source":"Fake 1, 1970-01-02","property":"observed","outcome":"met","expected":"allowed by ptx"}])"));
  CHECK(has(row["report"].get<std::string>(), "ptx: nothing forbidden was seen"));
  CHECK(has(contents(scratch.path("page/index.html")), "on Fake 1"));
  CHECK(has(contents(scratch.path("logs/on Fake 1.log")), "Observation mp-gpu Never 0 1000"));
}

TEST_CASE("batch --observe: what a model forbids and a device has shown is a failure") {
  const Scratch scratch;
  const std::string results = scratch.file("all.results", resultsOfMpGpu(scratch, kStaleStates));
  const Finished run = batch({"-m", "ptx", "-m", "hrf-indirect-relaxed", "--expect", "none", "--any-dialect",
                              "--table", "problems", "--observe", results, observed("mp-gpu")});
  CHECK(run.status == 1);
  CHECK(has(run.out, "ptx forbids 1:r0=1 1:r1=0, seen in 3 instances"));
  CHECK(!has(run.out, "hrf-indirect-relaxed forbids"));
}

TEST_CASE("batch --observe: a run that did not come to its end leaves the question open") {
  const Scratch scratch;
  const std::string results =
      scratch.file("all.results", resultsOfMpGpu(scratch, kRight, "failed the device is lost\n"));
  const Finished run = batch({"-m", "ptx", "--expect", "none", "--observe", results, observed("mp-gpu")});
  CHECK(run.status == 3);
  CHECK(has(run.out, "the device is lost"));
}

TEST_CASE(
    "batch --observe: results of another text of the test are an error, and so are results of no test") {
  const Scratch scratch;
  std::string text = resultsOfMpGpu(scratch, kRight);
  const std::string good = scratch.file("good.results", text);
  text.replace(text.find("hash ") + 5, 16, "0000000000000000");
  const std::string other = scratch.file("other.results", text);
  const Finished stale = batch({"-m", "ptx", "--expect", "none", "--observe", other, observed("mp-gpu")});
  CHECK(stale.status == 2);
  CHECK(has(stale.out, "for another text of the test"));
  const Finished none =
      batch({"-m", "ptx", "--expect", "none", "--observe", good, observed("sb-relaxed-gpu")});
  CHECK(none.status == 2);
  CHECK(has(none.err, "--observe: the results are not for any of these tests"));
  const Finished missing = batch({"--observe", scratch.path("none"), observed("mp-gpu")});
  CHECK(missing.status == 2);
}

TEST_CASE("batch --observe: a resumed run judges the results anew") {
  const Scratch scratch;
  const std::string results = scratch.file("all.results", resultsOfMpGpu(scratch, kStaleStates));
  const std::string rows = scratch.path("rows.jsonl");
  const Words words = {"-m", "ptx", "--expect", "none", "--observe", results, observed("mp-gpu")};
  Words first = words;
  first.insert(first.end(), {"--results", rows});
  CHECK(batch(first).status == 1);
  Words second = words;
  second.insert(second.end(), {"--resume", rows});
  const Finished again = batch(second);
  CHECK(again.status == 1);
  CHECK(deviceRow(rows)["expectations"][0]["outcome"] == "failed");
}
