#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "cli/process.h"
#include "support/has.h"
#include "support/json_schema.h"

using namespace hrfcheck::test;

namespace {

using Words = std::vector<std::string>;

std::string testOf(const std::string& name) {
  return std::string(HRFCHECK_SOURCE_DIR) + "/litmus/observe/" + name + ".litmus";
}

Finished observe(Words words) {
  words.insert(words.begin(), "observe");
  return runProgram(words);
}

constexpr const char* kDevice = "device Fake 1\ndriver 2\ncompiler 3\nunits 4\nserial 0\n";
/// Of mp-gpu and its like: a snapshot with three final states.
constexpr const char* kSnapshot =
    "snapshot 1\ninstances 1000\nlaunches 3\nunfinished 0\nlost 0\nseconds 0.5\nstate 600 0 0.001 0 0 0\n"
    "state 300 0 0.001 0 0 1\nstate 100 0 0.002 1 1 1\nsetting 0 3 1000 0 0.400 groups=2 size=64 warm=1\nend 1\n";
/// The same with a stale read.
constexpr const char* kStale =
    "snapshot 1\ninstances 1000\nlaunches 3\nunfinished 0\nlost 0\nseconds 0.5\nstate 600 0 0.001 0 0 0\n"
    "state 400 1 0.003 0 1 0\nsetting 0 3 1000 400 0.400 groups=2 size=64 warm=1\nend 1\n";

/// A compiler that makes a program which writes these results, whatever the test is.
/// @param after what the program does behind them
std::string fakeCompiler(const Scratch& scratch, const std::string& results, const std::string& after = "") {
  scratch.file("canned", results);
  const std::string script = scratch.file("fake-nvcc", R"sh(#!/bin/bash
while [ "$1" != "-o" ]; do shift; done
hash=$(sed -n 's/^#define HRF_HASH "\(.*\)"/\1/p' "$3")
test=$(sed -n 's/^#define HRF_TEST "\(.*\)"/\1/p' "$3")
variables=$(sed -n 's/^#define HRF_VARIABLES //p' "$3")$(sed -n 's/^#define HRF_VARIABLE_NAMES "\(.*\)"/\1/p' "$3")
cat >"$2" <<END
#!/bin/bash
{ printf 'hrfcheck-results 1\ntest $test\nhash $hash\nbackend cuda\ndate 1\nseed 0\nvariables $variables\n'
cat )sh" + scratch.path("canned") + R"sh(; } >"\$2"
)sh" + after + R"sh(
END
chmod +x "$2"
)sh");
  runShell("chmod +x " + script);
  return script;
}

Finished fakeRun(const std::string& results, const std::string& after = "", Words more = {},
                 const std::string& test = "mp-gpu") {
  const Scratch scratch;
  Words words = {"--backend", "cuda", "--nvcc", fakeCompiler(scratch, results, after), testOf(test)};
  words.insert(words.end(), more.begin(), more.end());
  return observe(words);
}

std::string all(const std::string& body, const std::string& end = "finished instances\n") {
  return std::string(kDevice) + body + end;
}

bool hasPocl() {
  static const bool found =
      runShell("ls /etc/OpenCL/vendors/pocl.icd && ls /usr/include/CL/cl.h").status == 0;
  return found;
}

}  // namespace

TEST_CASE("observe: what a device shows is held against the model") {
  const Finished kept = fakeRun(all(kSnapshot));
  CHECK(kept.status == 0);
  CHECK(has(kept.out, "Fake 1"));
  CHECK(has(kept.out, "1,000 instances in 0.50 s (2e+03 a second), 3 launches"));
  CHECK(has(kept.out, "ptx: nothing forbidden was seen"));
  CHECK(has(kept.out, "exists (1:r0=1 /\\ 1:r1=0): holds in 0, does not hold in 1,000"));
  const Finished broken = fakeRun(all(kStale));
  CHECK(broken.status == 1);
  CHECK(has(broken.out, "ptx: FORBIDDEN final states were seen"));
  CHECK(has(broken.out, "1:r0=1 1:r1=0    400  FORBIDDEN  weak, first after 0.003 s"));
  CHECK(has(broken.out, "--setting 'groups=2 size=64 warm=1': 400 weak of 1,000"));
}

TEST_CASE("observe: under a model that the test is racy under nothing is forbidden") {
  const Finished racy =
      fakeRun(all(kStale), "", {"-m", "hrf-indirect-relaxed", "-m", "ptx"}, "mp-cta-two-blocks");
  CHECK(racy.status == 0);
  CHECK(has(racy.out, "only if racy"));
  CHECK(
      has(racy.out,
          "hrf-indirect-relaxed (the test in HSA): forbids nothing, since the test is racy under it; weak"));
}

TEST_CASE("observe: a run that fails, hangs or is cut off leaves what it had shown") {
  const Finished lost = fakeRun(all(kStale, "failed the device failed: lost\n"), "exit 3");
  CHECK(lost.status == 1);
  CHECK(has(lost.out, "PARTIAL: the device failed: lost"));
  const Finished cut = fakeRun(all(kSnapshot, "snapshot 2\ninst"), "");
  CHECK(cut.status == 3);
  CHECK(has(cut.out, "PARTIAL: the results are cut off"));
  const Finished hung =
      fakeRun(all(kSnapshot, ""), "exec sleep 60", {"--seconds", "0.1", "--launch-seconds", "0.2"});
  CHECK(hung.status == 3);
  CHECK(has(hung.out, "PARTIAL: the run did not end, and was killed"));
  CHECK(has(hung.out, "1,000 instances"));
}

TEST_CASE("observe: no compiler, a compiler that refuses, no device") {
  const Finished none = observe({"--backend", "cuda", "--nvcc", "/nowhere/nvcc", testOf("mp-gpu")});
  CHECK(none.status == 2);
  CHECK(has(none.err, "/nowhere/nvcc"));
  CHECK(has(none.err, "--emit DIR"));
  const Scratch scratch;
  const std::string wrong = scratch.file("bad-nvcc", "#!/bin/sh\necho 'error: no such thing' >&2\nexit 1\n");
  runShell("chmod +x " + wrong);
  const Finished refused = observe({"--backend", "cuda", "--nvcc", wrong, testOf("mp-gpu")});
  CHECK(refused.status == 2);
  CHECK(has(refused.err, "does not build the test"));
  CHECK(has(refused.err, "error: no such thing"));
  const Finished device = fakeRun("failed there is no CUDA device\n", "exit 3");
  CHECK(device.status == 2);
  CHECK(has(device.err, "there is no CUDA device"));
}

TEST_CASE("observe: remote operations have no form on a device") {
  const Finished remote =
      observe({"--backend", "opencl", std::string(HRFCHECK_SOURCE_DIR) + "/litmus/rsp/fig14-case2.litmus"});
  CHECK(remote.status == 2);
  CHECK(has(remote.err, "no device has remote operations"));
}

TEST_CASE("observe: logs in the layouts of herd7 and litmus7, JSON, a table") {
  const Finished herd = fakeRun(all(kStale), "", {"--format", "herd"});
  CHECK(has(herd.out, "States 2\n1:r0=0; 1:r1=0;\n1:r0=1; 1:r1=0;\nOk\n"));
  CHECK(has(herd.out, "Observation mp-gpu Sometimes 400 600"));
  const Finished litmus = fakeRun(all(kStale), "", {"--format", "litmus"});
  CHECK(has(litmus.out, "Histogram (2 states)\n600     :>1:r0=0; 1:r1=0;\n400     *>1:r0=1; 1:r1=0;\n"));
  CHECK(has(litmus.out, "Positive: 400, Negative: 600"));
  const Finished table = fakeRun(all(kStale), "", {"--format", "table"});
  CHECK(has(table.out, "| `mp-gpu` | **broken** | 400 (40 %), after 0.003 s | 1000 | 2000 |"));
  const Finished json = fakeRun(all(kStale), "", {"--format", "json"});
  const auto document = nlohmann::json::parse(json.out);
  CHECK(schemaMistakes("observe", document) == "");
  CHECK(document["tests"][0]["states"][1]["models"]["ptx"] == "forbidden");
  CHECK(document["tests"][0]["models"][0]["found"] == true);
}

TEST_CASE("observe: sources for another machine, and its results read back") {
  const Scratch scratch;
  const std::string folder = scratch.path("campaign");
  const Finished emitted =
      observe({"--backend", "cuda", "--emit", folder, testOf("mp-gpu"), testOf("sb-relaxed-gpu")});
  CHECK(emitted.status == 0);
  CHECK(has(emitted.out, "2 tests are written"));
  CHECK(has(emitted.out, "make -C " + folder));
  CHECK(has(contents(folder + "/mp-gpu.cu"), "ld.acquire.gpu.global.s32"));
  for (const char* file :
       {"Makefile", "run.sh", "hrf_host.h", "hrf_kernel.h", "hrf_launch.h", "hrf_words_cuda.h"}) {
    CHECK_MESSAGE(!contents(folder + "/" + file).empty(), file);
  }
  const std::string line = "#define HRF_HASH \"";
  const std::string source = contents(folder + "/mp-gpu.cu");
  const std::string hash = source.substr(source.find(line) + line.size(), 16);
  const std::string head =
      "hrfcheck-results 1\ntest mp-gpu\nhash " + hash + "\nbackend cuda\ndate 1\nseed 0\n";
  const std::string results = scratch.file("all.results", head + "variables 2 1:r0 1:r1\n" + all(kSnapshot));
  const Finished read = observe({"--results", results, testOf("mp-gpu")});
  CHECK(read.status == 0);
  CHECK(has(read.out, "ptx: nothing forbidden was seen"));
  const Finished other = observe({"--results", results, testOf("sb-relaxed-gpu")});
  CHECK(other.status == 3);
  CHECK(has(other.err, "there are no results for sb-relaxed-gpu"));
  const std::string changed = scratch.file("changed.litmus", [&] {
    std::string text = contents(testOf("mp-gpu"));
    text.replace(text.find("acquire.gpu"), 11, "acquire.cta");
    return text;
  }());
  const Finished stale = observe({"--results", results, changed});
  CHECK(stale.status == 2);
  CHECK(has(stale.err, "for another text of the test"));
  const Finished variables = observe(
      {"--results", scratch.file("v", head + "variables 2 1:r0 1:r7\n" + all(kSnapshot)), testOf("mp-gpu")});
  CHECK(variables.status == 2);
  CHECK(has(variables.err, "do not hold the variables"));
}

TEST_CASE("observe: a test on two devices whose machine has one is not left out") {
  const Scratch scratch;
  const std::string folder = scratch.path("campaign");
  CHECK(observe({"--backend", "cuda", "--emit", folder, testOf("mp-sys-two-gpus")}).status == 0);
  const std::string line = "#define HRF_HASH \"";
  const std::string source = contents(folder + "/mp-sys-two-gpus.cu");
  const std::string head = "hrfcheck-results 1\ntest mp-sys-two-gpus\nhash " +
                           source.substr(source.find(line) + line.size(), 16) +
                           "\nbackend cuda\ndate 1\nseed 0\nvariables 2 1:r0 1:r1\n";
  const std::string none =
      scratch.file("none.results", head + "failed the test needs 2 devices: this machine has 1\n");
  const Finished text = observe({"--results", none, testOf("mp-sys-two-gpus")});
  CHECK(text.status == 3);
  CHECK(has(text.out, "did not run: the test needs 2 devices: this machine has 1"));
  const Finished table = observe({"--results", none, "--format", "table", testOf("mp-sys-two-gpus")});
  CHECK(
      has(table.out, "| `mp-sys-two-gpus` | forbidden | – | 0 | 0 | did not run: the test needs 2 devices"));
  const std::string two = scratch.file(
      "two.results",
      head + kDevice +
          "snapshot 1\ninstances 12\nlaunches 3\nunfinished 0\nlost 0\nseconds 0.5\nstate 10 0 0.001 0 0 0\n"
          "placed 4 6 0 0\nstate 2 1 0.001 0 1 0\nplaced 0 2 0 0\nend 1\nfinished time\n");
  const Finished placed = observe({"--results", two, testOf("mp-sys-two-gpus")});
  CHECK(placed.status == 1);
  CHECK(has(placed.out, "locations in the writer's memory: holds in 0 of 4"));
  CHECK(has(placed.out, "locations in the reader's memory: holds in 2 of 8"));
  const auto json =
      nlohmann::json::parse(observe({"--results", two, "--format", "json", testOf("mp-sys-two-gpus")}).out);
  CHECK(schemaMistakes("observe", json) == "");
  CHECK(json["tests"][0]["states"][0]["placed"] == nlohmann::json({4, 6, 0, 0}));
}

TEST_CASE("observe: a device of this machine, by OpenCL") {
  if (!hasPocl()) {
    MESSAGE("skipped: no PoCL");
    return;
  }
  const Words run = {"--backend", "opencl", "--seconds", "0.3", "--format", "json"};
  const auto with = [&](Words words) {
    words.insert(words.end(), run.begin(), run.end());
    return observe(words);
  };
  const Finished kept = with({testOf("sb-relaxed-gpu")});
  CHECK_MESSAGE(kept.status == 0, kept.err);
  const auto test = nlohmann::json::parse(kept.out)["tests"][0];
  std::uint64_t sum = 0;
  for (const auto& state : test["states"]) {
    sum += state["count"].get<std::uint64_t>();
  }
  CHECK(sum > 0);
  CHECK(sum == test["instances"].get<std::uint64_t>());
  CHECK(test["models"][0]["model"] == "opencl");
  CHECK(test["models"][0]["found"] == false);
  const Scratch scratch;
  const std::string wrong = scratch.file(
      "wrong.cat",
      "\"forbids every execution in which something reads the initial state\"\nempty rf & (IW * R) as no-initial-values\n");
  const Finished caught = with({"-m", wrong, testOf("sb-relaxed-gpu")});
  CHECK_MESSAGE(caught.status == 1, caught.err);
}
