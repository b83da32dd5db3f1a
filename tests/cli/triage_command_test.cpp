#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "cli/process.h"
#include "support/has.h"
#include "support/json_schema.h"

namespace triage_command_test {

using namespace hrfcheck::test;

namespace {

using Names = std::vector<std::string>;

std::string source(const std::string& name) {
  return std::string(HRFCHECK_SOURCE_DIR) + "/" + name;
}
std::string kernel(const std::string& name) {
  return source("kernels/triage/" + name + ".cu");
}
std::string report(const std::string& name) {
  return source("kernels/triage/reports/" + name + ".txt");
}

/// The verdicts on each pair, which must be those of every model asked; the document must be as its schema
/// says.
Names verdictsOf(const Finished& run) {
  const auto document = nlohmann::json::parse(run.out);
  CHECK(schemaMistakes("triage", document) == "");
  std::vector<Names> all;
  for (const auto& model : document["models"]) {
    Names& names = all.emplace_back();
    for (const auto& pair : model["pairs"]) {
      names.push_back(pair["verdict"]);
      CHECK(pair.contains("race") == (pair["verdict"] == "race"));
    }
    CHECK(names == all.front());
  }
  REQUIRE(!all.empty());
  return all.front();
}

/// A report of compute-sanitizer on the kernel of its name, and what models say of its pairs.
struct Case {
  std::string report, kernel;
  Names verdicts;
};

const std::vector<Case> kCases{{"missing-barrier", "missing-barrier", {"race"}},
                               {"reused-buffer", "reused-buffer", {"race"}},
                               {"lanes-without-syncwarp", "lanes-without-syncwarp", {"race"}},
                               {"copy-not-awaited", "copy-not-awaited", {"race"}},
                               {"copy-not-awaited-hazards", "copy-not-awaited", {"race"}},
                               {"last-warp-without-fence", "last-warp-without-fence", {"race"}},
                               {"flag-without-fence", "flag-without-fence", {"synchronizing", "race"}},
                               {"flag-with-fences", "flag-with-fences", {"synchronizing", "ordered"}},
                               {"lock", "lock", {"ordered"}},
                               {"lock-hazards", "lock", {"ordered"}},
                               {"last-warp", "last-warp", {"ordered"}},
                               {"turns", "turns", {"synchronizing", "ordered"}},
                               {"turns-hazards", "turns", {"synchronizing"}},
                               {"release-acquire", "release-acquire", {"not-found", "ordered"}}};

}  // namespace

TEST_CASE("reports of compute-sanitizer: races, and false alarms") {
  for (const Case& one : kCases) {
    CAPTURE(one.report);
    const Finished run =
        runProgram({"triage", "--no-repair", "--format", "json", report(one.report), kernel(one.kernel)});
    CHECK(verdictsOf(run) == one.verdicts);
  }
}

TEST_CASE("what the sanitizer does not take for a race is none to the models") {
  const auto ask = [&](const std::string& name, const std::string& first, const std::string& second) {
    CAPTURE(name);
    const std::string file = name + ".cu:";
    return verdictsOf(runProgram(
        {"triage", "--no-repair", "--format", "json", "--pair", file + first, file + second, kernel(name)}));
  };
  CHECK(ask("lanes", "5", "7") == Names{"ordered"});
  CHECK(ask("copy-awaited", "6", "10") == Names{"ordered"});
  CHECK(ask("phases", "14", "24") == Names{"ordered"});
}

TEST_CASE("lines that are named by hand: races between blocks, and pairs that cannot race") {
  const std::string file = source("kernels/message-passing.cu");
  const auto ask = [&](const std::string& test, const std::string& first, const std::string& second) {
    return verdictsOf(
        runProgram({"triage", "--no-repair", "-m", "ptx", "--format", "json", "--pair",
                    "message-passing.cu:" + first, "message-passing.cu:" + second, file + ":" + test}));
  };
  CHECK(ask("publish-device", "7", "10") == Names{"ordered"});
  CHECK(ask("publish-device", "8", "9") == Names{"synchronizing"});
  CHECK(ask("publish-block", "18", "21") == Names{"race"});
  CHECK(ask("publish-block", "19", "20") == Names{"race"});
  CHECK(ask("publish-volatile", "28", "33") == Names{"ordered"});
  CHECK(ask("publish-without-fence", "40", "43") == Names{"race"});
}

TEST_CASE("lines of NVIDIA's headers are those of a kernel that nvcc compiles") {
  if (runShell("command -v nvcc").status != 0) {
    return;
  }
  CHECK(verdictsOf(runProgram({"triage", "--via", "nvcc", "--no-repair", "--format", "json",
                               report("release-acquire"), kernel("release-acquire")})) ==
        Names{"synchronizing", "ordered"});
}

TEST_CASE("a report of GPU-AV on a shader") {
  if (runShell("command -v glslangValidator").status != 0) {
    return;
  }
  const Scratch folder;
  const auto shader = [&](const std::string& name, const std::string& between) {
    return folder.file(name,
                       "#version 450\n"
                       "layout(local_size_x = 2) in;\n"
                       "layout(set = 0, binding = 0) buffer Out { uint result[2]; };\n"
                       "shared uint part[2];\n"
                       "void main() {\n"
                       "  part[gl_LocalInvocationID.x] = 1;\n" +
                           between +
                           "\n"
                           "  result[gl_LocalInvocationID.x] = part[1 - gl_LocalInvocationID.x];\n"
                           "}\n");
  };
  const std::string text =
      "vkCmdDispatch(): A data race was detected on the shared memory variable \"part\" in local invocation index 1 "
      "while performing a load operation. (Likely against local invocation index 0)\n"
      "The other access in this race was at:\nShader validation error occurred at sum.comp:6:3\n"
      "Stage = Compute.\nShader validation error occurred at sum.comp:8:3\n";
  const auto ask = [&](const std::string& file) {
    return verdictsOf(
        runProgram({"triage", "--format", "json", "--via", "glslang", "--launch", "1x2", "-", file}, text));
  };
  CHECK(ask(shader("sum.comp", "")) == Names{"race"});
  CHECK(ask(shader("folder-sum.comp", "  barrier();")) == Names{"not-found"});
  CHECK(ask(shader("sum.comp", "  barrier();")) == Names{"ordered"});
}

TEST_CASE("a race comes with an execution and a repair, an impossible pair with what orders it") {
  const Finished race =
      runProgram({"triage", "-m", "ptx", report("missing-barrier"), kernel("missing-barrier")});
  CHECK(race.status == 0);
  CHECK(has(race.out, "1 pair: 1 race, 0 impossible"));
  CHECK(has(race.out, "RACE   missing-barrier.cu:6 (read)  ×  missing-barrier.cu:5 (write)"));
  CHECK(has(race.out, "racecheck, 256 times"));
  CHECK(has(race.out, "in the execution"));
  CHECK(has(race.out, "__syncthreads();"));
  const Finished lock = runProgram({"triage", "-m", "ptx", report("lock"), kernel("lock")});
  CHECK(lock.status == 0);
  CHECK(has(lock.out, "impossible   lock.cu:15 (read)  ×  lock.cu:15 (write)"));
  CHECK(has(lock.out, "ptx orders them, as in every execution in which they meet"));
}

TEST_CASE("exit statuses") {
  const auto status = [](std::vector<std::string> more) {
    std::vector<std::string> words{"triage", "--no-repair", "-m", "ptx"};
    words.insert(words.end(), more.begin(), more.end());
    return runProgram(words).status;
  };
  CHECK(status({"--fail-on", "racy", report("missing-barrier"), kernel("missing-barrier")}) == 1);
  CHECK(status({"--fail-on", "racy", report("lock"), kernel("lock")}) == 0);
  CHECK(status({report("lock"), kernel("turns")}) == 3);  // its lines are not there
  CHECK(status({"--pair", "lock.cu:15", "lock.cu:900", kernel("lock")}) == 3);
  CHECK(status({"no-such-report.txt", kernel("lock")}) == 2);
  CHECK(status({kernel("lock"), kernel("lock")}) == 2);  // no report
  CHECK(status({"--pair", "lock.cu:15", "lock.cu", kernel("lock")}) == 2);
  CHECK(status({kernel("lock")}) == 64);
  CHECK(status({"-", "-"}) == 64);
  CHECK(status({"--pair", "lock.cu:15", kernel("lock")}) == 64);
}

TEST_CASE("a report from standard input, several models, a file") {
  const Scratch folder;
  const Finished run = runProgram(
      {"triage", "--no-repair", "--format", "json", "-o", folder.path("out.json"), "-", kernel("lock")},
      contents(report("lock")));
  CHECK(run.status == 0);
  CHECK(run.out == "");
  const auto document = nlohmann::json::parse(contents(folder.path("out.json")));
  CHECK(schemaMistakes("triage", document) == "");
  CHECK(document["models"].size() == 2);
  CHECK(document["models"][0]["model"] == "ptx");
}

TEST_CASE("a limit leaves pairs undecided, and says so") {
  const Finished run = runProgram({"triage", "--timeout", "0.0001", report("lock"), kernel("lock")});
  CHECK(run.status == 3);
  CHECK(has(run.out + run.err, "undecided (time limit)"));
  const Finished json =
      runProgram({"triage", "--timeout", "0.0001", "--format", "json", report("lock"), kernel("lock")});
  CHECK(schemaMistakes("triage", nlohmann::json::parse(json.out)) == "");
}

TEST_CASE("a model that does not say what a race is is refused") {
  const Finished run = runProgram({"triage", "-m", "sc", report("lock"), kernel("lock")});
  CHECK(run.status == 2);
}

}  // namespace triage_command_test
