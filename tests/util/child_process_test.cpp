#include "util/child_process.h"

#include <doctest/doctest.h>

#include "util/diagnostic.h"

// Programs that are run: their input and output, their failures, and their limits.

namespace {

using namespace hrfcheck;

std::string errorOf(const std::vector<std::string>& command, const ProgramLimits& limits = {}) {
  try {
    runProgram(command, "", limits, "install it");
  } catch (const UserError& error) {
    return error.diagnostics().front().message + " (" + error.diagnostics().front().hint + ")";
  }
  return "";
}

TEST_CASE("a program gets its input and gives its output, however much") {
  const std::string large(1U << 20U, 'x');
  CHECK(runProgram({"cat"}, large).output == large);
  CHECK(runProgram({"true"}, large).output.empty());
}

TEST_CASE("how a program ended is said") {
  CHECK(runProgram({"true"}, "").succeeded());
  const ProgramResult failed = runProgram({"sh", "-c", "echo why >&2; exit 3"}, "");
  CHECK_FALSE(failed.succeeded());
  CHECK(failed.status == 3);
  CHECK(failed.errors == "why\n");
  CHECK(failed.why() == "why");
  CHECK(runProgram({"sh", "-c", "exit 3"}, "").why() == "exit status 3");
  CHECK(runProgram({"sh", "-c", "kill -9 $$"}, "").why() == "ended by signal 9");
}

TEST_CASE("a program is stopped at its limits") {
  ProgramLimits limits;
  limits.largestOutput = 1000;
  CHECK(errorOf({"yes"}, limits) == "yes prints too much ()");
  limits = {};
  limits.deadline = Deadline::after(0.1);
  CHECK_THROWS_AS(runProgram({"sleep", "60"}, "", limits), OutOfTime);
}

TEST_CASE("a program that is not there is an error with a hint") {
  CHECK(errorOf({"no-such-program"}) == "cannot run no-such-program: No such file or directory (install it)");
  CHECK(isOnPath("sh"));
  CHECK_FALSE(isOnPath("no-such-program"));
}

TEST_CASE("a command is shown as a shell would be given it") {
  CHECK(shellCommand({"cc", "-DN=3", "it's", ""}) == R"(cc -DN=3 'it'\''s' '')");
}

}  // namespace
