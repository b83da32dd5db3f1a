#include "util/process/child_process.h"

#include <doctest/doctest.h>

#include <atomic>
#include <filesystem>
#include <thread>

#include "support/process_state.h"
#include "util/diagnostic.h"

using namespace hrfcheck;

TEST_CASE("child processes: what goes in, and what comes out") {
  const ProgramResult result = runProgram({"sh", "-c", "cat; echo complaint >&2; exit 3"}, "text");
  CHECK(result.output == "text");
  CHECK(result.errors == "complaint\n");
  CHECK(result.status == 3);
  CHECK_FALSE(result.succeeded());
  CHECK(result.why() == "complaint");
}

TEST_CASE("child processes: much text, in both directions at once") {
  const std::string text(1U << 20U, 'x');
  CHECK(runProgram({"cat"}, text).output == text);
  CHECK_THROWS_AS(runProgram({"cat"}, text, {.largestOutput = 1000}), UserError);
}

TEST_CASE("child processes: a program that does not read its input is no end of ours") {
  CHECK(runProgram({"true"}, std::string(1U << 20U, 'x')).succeeded());
}

TEST_CASE("child processes: a program that is not there") {
  CHECK_FALSE(isOnPath("hrfcheck-no-such-program"));
  CHECK(isOnPath("sh"));
  try {
    runProgram({"hrfcheck-no-such-program"}, "", {}, "install it");
    FAIL("it has run");
  } catch (const UserError& error) {
    CHECK(error.diagnostics().front().hint == "install it");
  }
}

TEST_CASE("child processes: what ended them is said") {
  CHECK(runProgram({"sh", "-c", "exit 3"}, "").why() == "exit status 3");
  CHECK(runProgram({"sh", "-c", "kill -9 $$"}, "").why() == "ended by signal 9");
}

TEST_CASE("child processes: the deadline ends them, also where they have closed their output") {
  // Where it does not, this test does not end.
  CHECK_THROWS_AS(runProgram({"sleep", "86400"}, "", {.deadline = Deadline::after(0.05)}), OutOfTime);
  CHECK_THROWS_AS(
      runProgram({"sh", "-c", "exec >&- 2>&-; exec sleep 86400"}, "", {.deadline = Deadline::after(0.2)}),
      OutOfTime);
}

TEST_CASE("child processes: commands as a shell is given them") {
  CHECK(shellCommand({"clang-15", "-O1", "a b.cl", "it's"}) == R"(clang-15 -O1 'a b.cl' 'it'\''s')");
}

TEST_CASE("child processes: a group is ended as a whole") {
  const std::filesystem::path file = test::freshPath("hrfcheck-group-test.pid");
  std::atomic<bool> over = false;
  std::thread watching([&] {
    test::processNamedIn(file);
    over = true;
  });
  CHECK_THROWS_AS(runProgram({"sh", "-c", test::startsAndNames("sleep 86400", file) + "; wait"}, "",
                             {.deadline = Deadline::after(0, &over), .group = true}),
                  OutOfTime);
  watching.join();
  CHECK(test::hasEnded(test::processNamedIn(file)));
  std::filesystem::remove(file);
}

TEST_CASE("child processes: what a program leaves running is ended with it") {
  const std::filesystem::path file = std::filesystem::temp_directory_path() / "hrfcheck-left-test.pid";
  CHECK(runProgram({"sh", "-c", "sleep 60 >/dev/null 2>&1 & echo $! > " + file.string()}, "").succeeded());
  int process = 0;
  std::ifstream(file) >> process;
  REQUIRE(process > 0);
  CHECK(test::hasEnded(process));
  std::filesystem::remove(file);
}

TEST_CASE("child processes: limits, folder and environment are there when the program begins") {
  ProgramLimits limits;
  limits.processorSeconds = 77;
  limits.largestFile = 1024;
  limits.folder = "/";
  limits.environment = {"HRFCHECK_TEST=here"};
  const ProgramResult result =
      runProgram({"sh", "-c", "ulimit -t; ulimit -c; ulimit -f; pwd; echo $HRFCHECK_TEST"}, "", limits);
  CHECK(result.output == "77\n0\n2\n/\nhere\n");
}

TEST_CASE("child processes: a sealed program opens no file once it has read its input") {
  const std::string script =
      "cat >/dev/null; read line </proc/self/status && echo opened; read line </nowhere && echo opened; echo end";
  const std::vector<std::string> command{"sh", "-c", script};
  // A page of input, less, and much more than a pipe holds.
  for (const std::size_t size : {1U, 4096U, 1U << 20U}) {
    const ProgramResult result = runProgram(command, std::string(size, 'x'), {.sealed = true});
    CHECK(result.output.find("opened") == std::string::npos);
    // A file that is there, and one that is not, cannot be told apart.
    CHECK(result.errors.find("No such file") == std::string::npos);
  }
  CHECK(runProgram(command, "x").output.find("opened") != std::string::npos);
}
