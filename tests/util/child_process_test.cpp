#include "util/child_process.h"

#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <fstream>

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
  const auto begin = std::chrono::steady_clock::now();
  CHECK_THROWS_AS(runProgram({"sleep", "20"}, "", {.deadline = Deadline::after(0.05)}), OutOfTime);
  CHECK_THROWS_AS(
      runProgram({"sh", "-c", "exec >&- 2>&-; exec sleep 20"}, "", {.deadline = Deadline::after(0.2)}),
      OutOfTime);
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(15));
}

TEST_CASE("child processes: commands as a shell is given them") {
  CHECK(shellCommand({"clang-15", "-O1", "a b.cl", "it's"}) == R"(clang-15 -O1 'a b.cl' 'it'\''s')");
}

TEST_CASE("child processes: a group is ended as a whole") {
  const std::filesystem::path file = std::filesystem::temp_directory_path() / "hrfcheck-group-test.pid";
  CHECK_THROWS_AS(runProgram({"sh", "-c", "sleep 60 & echo $! > " + file.string() + "; wait"}, "",
                             {.deadline = Deadline::after(1), .group = true}),
                  OutOfTime);
  int process = 0;
  std::ifstream(file) >> process;
  REQUIRE(process > 0);
  CHECK(test::hasEnded(process));
  std::filesystem::remove(file);
}
