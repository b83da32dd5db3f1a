// What a command leaves behind, and what it says where it cannot go on: programs that it runs, an output that
// cannot be written, names that look like something else, JSON where there was no time.

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/process.h"
#include "support/has.h"

namespace limits_test {

using namespace hrfcheck::test;

namespace {

namespace fs = std::filesystem;

const std::string kTest = "HSA t\n{ x=0; }\nP0 | P1 ;\nst x, 1 | ld r0, x ;\nexists (1:r0=1)\n";
const std::string kKernel = "__kernel void f(__global int* x) { *x = 1; }\n//# launch 1x1\n";

/// Macros that double forty times: more than any preprocessor ends with.
std::string burner() {
  std::string text = "#define A0 +0\n";
  for (int i = 1; i <= 45; ++i) {
    text += fmt::format("#define A{} A{} A{}\n", i, i - 1, i - 1);
  }
  return text + "#if 0 A45\n#endif\n" + kKernel;
}

/// The programs that run with a variable in their environment, by name.
std::vector<std::string> programsWith(const std::string& variable) {
  std::vector<std::string> found;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const std::string name = entry.path().filename().string();
    if (name.find_first_not_of("0123456789") == std::string::npos &&
        has(contents(entry.path().string() + "/environ"), variable)) {
      found.push_back(contents(entry.path().string() + "/comm"));
    }
  }
  return found;
}

}  // namespace

TEST_CASE("limits: the preprocessor ends with the time of its command, and nothing of it is left") {
  const Scratch scratch;
  const std::string kernel = scratch.file("burner.cl", burner());
  const std::string mark = "HRFCHECK_LEFT=" + scratch.path("mark");
  for (const std::string command :
       {"check", "explain", "graph", "progress", "simulate", "convert --to ptx", "repair", "narrow"}) {
    CAPTURE(command);
    const Finished run = runShell("env " + mark + " \"$HRFCHECK\" " + command + " --timeout 0.2 " + kernel);
    CHECK(run.status == 3);
    CHECK(has(run.out + run.err, "time limit"));
    CHECK(programsWith(mark).empty());
  }
}

TEST_CASE("limits: workers of a batch leave no program behind") {
  const Scratch scratch;
  scratch.file("one.cl", burner());
  scratch.file("two.cl", burner());
  const std::string mark = "HRFCHECK_LEFT=" + scratch.path("mark");
  const Finished run =
      runShell("env " + mark + " \"$HRFCHECK\" batch --table all -j2 --timeout 0.2 " + scratch.path(""));
  CHECK(has(run.out, "time limit"));
  CHECK(programsWith(mark).empty());
}

TEST_CASE("limits: a command that is killed leaves no program behind") {
  const Scratch scratch;
  const std::string kernel = scratch.file("burner.cl", burner());
  const std::string mark = "HRFCHECK_LEFT=" + scratch.path("mark");
  // By a signal that nothing can wait for, once the preprocessor has begun.
  const std::string begun =
      "for p in /proc/[0-9]*; do if [ \"$(cat $p/comm 2>/dev/null)\" = cc1 ] && grep -qs " + mark +
      " $p/environ; then kill -9 $!; break 2; fi; done; kill -0 $! || break; ";
  const Finished run = runShell("env " + mark + " \"$HRFCHECK\" check " + kernel + " & while :; do " + begun +
                                "done; wait $!");
  CHECK(run.status == 137);
  std::vector<std::string> left = programsWith(mark);
  for (int looks = 0; looks < 1000 && !left.empty(); ++looks) {
    left = programsWith(mark);  // the system ends it, but perhaps not at once
  }
  CHECK(left.empty());
}

TEST_CASE("output: standard output that cannot be written is an error of every command") {
  const Scratch scratch;
  const std::string test = scratch.file("t.litmus", kTest);
  for (const std::string& command :
       {"check " + test, "check --format json " + test, "batch " + test,
        "compare -m sc -m rc11 --any-dialect " + test, "explain " + test, "graph " + test, "progress " + test,
        "simulate " + test, "convert --to ptx " + test, "repair " + test, "narrow --keep outcomes " + test,
        std::string("models"), std::string("dialects"), std::string("--help"), std::string("check --help"),
        std::string("--version"), std::string("completion bash"), std::string("man"),
        std::string("serve --port 0")}) {
    CAPTURE(command);
    for (const std::string to : {">/dev/full", ">&-", "| true"}) {
      CAPTURE(to);
      // Where the reader has left, it leaves before the command begins.
      const Finished run = runShell(
          to == "| true" ? "mkfifo -m 600 " + scratch.path("pipe") + "; exec 3<>" + scratch.path("pipe") +
                               " 4>" + scratch.path("pipe") + " 3<&-; \"$HRFCHECK\" " + command +
                               " >&4; status=$?; rm " + scratch.path("pipe") + "; exit $status"
                         : "\"$HRFCHECK\" " + command + " " + to);
      CHECK(run.status == 2);
      CHECK(has(run.err, "cannot write to standard output"));
    }
  }
}

TEST_CASE("output: names do not become commands of a workflow") {
  const Scratch scratch;
  scratch.file("::error::x.litmus", "HSA ::warning::y\n" + kTest.substr(kTest.find('\n') + 1));
  scratch.file("##[error]z.litmus", kTest);
  scratch.file("::broken.litmus", "HSA broken\nnothing\n");
  const Finished run =
      runShell("cd " + scratch.path("") +
               " && \"$HRFCHECK\" batch --table all -- ::error::x.litmus '##[error]z.litmus' "
               "::broken.litmus; \"$HRFCHECK\" check -- ::error::x.litmus ::broken.litmus");
  std::istringstream lines(run.out + run.err);
  for (std::string line; std::getline(lines, line);) {
    CAPTURE(line);
    const std::size_t begin = line.find_first_not_of(" \t");
    CHECK((begin == std::string::npos || line.compare(begin, 2, "::") != 0));
    CHECK_FALSE(has(line, "##["));
  }
  CHECK(has(run.out, "\\::error::x.litmus"));
}

TEST_CASE("output: files whose names begin with a dash") {
  const Scratch scratch;
  scratch.file("--x.litmus", kTest);
  scratch.file("-m.litmus", kTest);
  scratch.file("--output=y.litmus", kTest);
  const Finished run = runShell("cd " + scratch.path("") +
                                " && \"$HRFCHECK\" batch -m sc --table all -- --x.litmus -m.litmus "
                                "--output=y.litmus && \"$HRFCHECK\" batch -m sc --table all .");
  CHECK(run.status == 0);
  for (const std::string name : {"--x.litmus", "-m.litmus", "--output=y.litmus"}) {
    CHECK(has(run.out, name));
  }
  CHECK(scratch.names().size() == 3);
}

TEST_CASE("JSON is whole and says so where the time ends before anything is known") {
  const Scratch scratch;
  const std::string kernel = scratch.file("burner.cl", burner());
  for (const std::string command : {"check", "explain", "repair", "narrow", "progress", "simulate"}) {
    CAPTURE(command);
    const Finished run = runShell("\"$HRFCHECK\" " + command + " --format json --timeout 0.1 " + kernel);
    CHECK(run.status == 3);
    const auto json = nlohmann::json::parse(run.out, nullptr, false);
    CHECK_FALSE(json.is_discarded());
    CHECK(has(run.out, "time limit"));
  }
}

TEST_CASE("SARIF: paths are references") {
  const Scratch scratch;
  scratch.file("a b%c#d:e.litmus", "HSA t\n{ x=0; }\nP0@wg 0 | P1@wg 1 ;\nst x, 1 | st x, 2 ;\n");
  const Finished run = runShell("cd " + scratch.path("") +
                                " && \"$HRFCHECK\" batch . --sarif out.sarif; "
                                "\"$HRFCHECK\" batch \"$PWD\" --sarif whole.sarif");
  CHECK(has(contents(scratch.path("out.sarif")), "\"a%20b%25c%23d%3Ae.litmus\""));
  CHECK(has(contents(scratch.path("whole.sarif")),
            "\"file://" + scratch.path("a%20b%25c%23d%3Ae.litmus") + "\""));
}

TEST_CASE("included files: of files that are named, not of folders, lists and standard input") {
  const Scratch scratch;
  scratch.file("n.h", "#define N 1\n");
  const std::string kernel = scratch.file(
      "k.cl",
      "#include \"n.h\"\n__kernel void f(__global int* x) { *x = N; }\n//# launch 1x1\n//# exists (x=1)\n");
  fs::create_directory(scratch.path("library"));
  fs::rename(scratch.path("n.h"), scratch.path("library/n.h"));
  const std::string below = " -I " + scratch.path("library") + " ";
  for (const std::string command : {"check", "explain", "graph", "progress", "convert --to ptx"}) {
    CAPTURE(command);
    CHECK(has(runShell("\"$HRFCHECK\" " + command + " " + kernel).err, "no file is read"));
    CHECK_FALSE(has(runShell("\"$HRFCHECK\" " + command + below + kernel).err, "no file is read"));
    CHECK(has(runShell("\"$HRFCHECK\" " + command + below + "- <" + kernel).err, "no file is read"));
  }
  fs::rename(scratch.path("library/n.h"), scratch.path("n.h"));
  CHECK(runShell("\"$HRFCHECK\" check " + kernel).status == 0);
  CHECK(has(runShell("\"$HRFCHECK\" batch --table all --details " + kernel).out, "no file is read"));
  CHECK(has(runShell("\"$HRFCHECK\" progress " + scratch.path("")).err, "no file is read"));
}

}  // namespace limits_test
